/**
 * As `fetch`, for a form. `fetch` does not say how much of a body is sent. `onSent` gets the share, from 0
 * to 1.
 */
export function sendForm(onSent: (share: number) => void): typeof fetch {
  return (input, { method = 'POST', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const call = new XMLHttpRequest();
      call.open(method, input instanceof Request ? input.url : input);
      for (const [name, value] of new Headers(headers)) call.setRequestHeader(name, value);
      call.upload.onprogress = ({ loaded, total }) => onSent(loaded / Math.max(1, total));
      call.upload.onload = () => onSent(1);
      call.onload = () =>
        resolve(new Response(call.responseText, { status: call.status, headers: headersOf(call) }));
      call.onerror = () => reject(new TypeError('the request could not be sent'));
      call.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => call.abort());
      call.send(body instanceof FormData ? body : null);
    });
}

function headersOf(call: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of call.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
