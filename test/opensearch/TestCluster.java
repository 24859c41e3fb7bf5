// Two nodes of OpenSearch in one process, on loopback. Prints one line of JSON once they are up; then each line of
// input, `stop N` or `start N`, stops or starts a node and is answered with `done`. The end of the input ends it.
//
//   java -cp … TestCluster.java FOLDER HTTP_PORT_0 HTTP_PORT_1 TRANSPORT_PORT_0 TRANSPORT_PORT_1
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import org.codelibs.opensearch.runner.OpenSearchRunner;

public class TestCluster {
  public static void main(String[] arguments) throws Exception {
    // The nodes send what is printed later to their logs.
    PrintStream out = System.out;
    String transports = "127.0.0.1:" + arguments[3] + ",127.0.0.1:" + arguments[4];
    OpenSearchRunner runner = new OpenSearchRunner();
    // Above 0 the runner would look for other ports than those it is given.
    runner.setMaxHttpPort(-1);
    runner.onBuild((number, settings) -> {
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", arguments[number]);
      settings.put("transport.port", arguments[number + 2]);
      settings.putList("discovery.seed_hosts", transports.split(","));
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
      // Properties make up scorecards, each of which is a script.
      settings.put("script.max_compilations_rate", "10000/1m");
      settings.put("node.processors", Runtime.getRuntime().availableProcessors());
    });
    OpenSearchRunner.Configs configs =
        OpenSearchRunner.newConfigs().clusterName("counterpart-test").numOfNode(2).basePath(arguments[0]);
    runner.build(configs.build());
    out.println("{\"ready\":true}");
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.trim().split(" ");
      int number = Integer.parseInt(words[1]) - 1;
      if (words[0].equals("stop")) runner.getNode(number).close();
      else runner.startNode(number);
      out.println("done");
    }
    runner.close();
    System.exit(0);
  }
}
