/** A realtime connection spoken by hand: Node has no EventSource, and a test wants to see what really arrives. */
export interface Listener {
  /** Names of the events that came after the connection's own. */
  heard: string[];
  /** What each of them said. */
  said: string[];
  /** How the wish to hear the topic was answered. */
  status: number;
  /** Resolves with the first of them. */
  first: Promise<string>;
  close(): void;
}

let listeners = 0;

export async function listen(url: string, token: string, topic: string): Promise<Listener> {
  const stop = new AbortController();
  // Each is a visitor of his own: the backend limits how often one may ask.
  listeners += 1;
  const visitor = { 'x-guildhall-client': `10.0.${listeners >> 8}.${listeners & 255}` };
  const answer = await fetch(`${url}/api/realtime`, { signal: stop.signal, headers: visitor });
  if (!answer.ok) throw new Error(`the realtime connection was answered ${answer.status}`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('the realtime connection has no body');
  const heard: string[] = [];
  const said: string[] = [];
  let tell: (name: string) => void = () => undefined;
  const first = new Promise<string>((resolve) => {
    tell = resolve;
  });
  let connected: (id: string) => void = () => undefined;
  const id = new Promise<string>((resolve) => {
    connected = resolve;
  });
  const read = async () => {
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const name = /^event:(.*)$/m.exec(message)?.[1]?.trim() ?? '';
        const data = /^data:(.*)$/m.exec(message)?.[1] ?? '{}';
        if (name === 'PB_CONNECT') connected((JSON.parse(data) as { clientId: string }).clientId);
        else {
          heard.push(name);
          said.push(data);
          tell(name);
        }
      }
    }
  };
  // Closing ends the reading with an error of its own; nothing else is expected to.
  read().catch((reason: unknown) => {
    if (!stop.signal.aborted) throw reason;
  });
  const { status } = await fetch(`${url}/api/realtime`, {
    method: 'POST',
    headers: {
      ...visitor,
      'content-type': 'application/json',
      ...(token ? { authorization: token } : {}),
    },
    body: JSON.stringify({ clientId: await id, subscriptions: [topic] }),
  });
  return { heard, said, status, first, close: () => stop.abort() };
}
