/** The span of a call of another service. The path may hold ids or secrets, so it has the host alone. */
export function callSpan(method: string, { hostname, port, protocol }: URL) {
  const usualPort = protocol === 'https:' ? 443 : 80;
  return {
    name: `${method} ${hostname}`,
    attributes: {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': port === '' ? usualPort : Number(port),
    },
  };
}
