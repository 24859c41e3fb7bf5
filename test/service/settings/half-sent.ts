import { openRaw } from '../../../src/platform/testing/raw-http.ts';

/** A connection that has sent a part of a body. */
export async function halfSent(port: number, key: string) {
  const connection = await openRaw(port);
  connection.socket.write(
    `POST /v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  return connection;
}
