// Two nodes of OpenSearch in one process, on loopback. `POST /stop/N` and `POST /start/N` at the control port stop and
// start a node; control answers once both are up. The end of the input ends the process. (The nodes take the output for
// their logs, and close it.)
//
//   java -cp … TestCluster.java FOLDER HTTP_PORT_1 HTTP_PORT_2 TRANSPORT_PORT_1 TRANSPORT_PORT_2 CONTROL_PORT
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.codelibs.opensearch.runner.OpenSearchRunner;

public class TestCluster {
  public static void main(String[] arguments) throws Exception {
    OpenSearchRunner runner = new OpenSearchRunner();
    // Above 0 the runner would look for other ports than those it is given.
    runner.setMaxHttpPort(-1);
    runner.onBuild((number, settings) -> {
      settings.put("network.host", "127.0.0.1");
      settings.put("http.port", arguments[number]);
      settings.put("transport.port", arguments[number + 2]);
      settings.putList("discovery.seed_hosts", "127.0.0.1:" + arguments[3], "127.0.0.1:" + arguments[4]);
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
      // Properties make up scorecards, each of which is a script.
      settings.put("script.max_compilations_rate", "10000/1m");
      settings.put("node.processors", Runtime.getRuntime().availableProcessors());
    });
    OpenSearchRunner.Configs configs =
        OpenSearchRunner.newConfigs().clusterName("counterpart-test").numOfNode(2).basePath(arguments[0]);
    runner.build(configs.build());
    HttpServer control = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[5])), 0);
    control.createContext("/", exchange -> tell(runner, exchange));
    control.start();
    while (System.in.read() != -1) {}
    System.exit(0);
  }

  private static void tell(OpenSearchRunner runner, HttpExchange exchange) throws IOException {
    String[] words = exchange.getRequestURI().getPath().split("/");
    int status = 200;
    try {
      if (words.length == 3 && words[1].equals("stop")) runner.getNode(Integer.parseInt(words[2]) - 1).close();
      if (words.length == 3 && words[1].equals("start")) runner.startNode(Integer.parseInt(words[2]) - 1);
    } catch (Exception error) {
      status = 500;
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }
}
