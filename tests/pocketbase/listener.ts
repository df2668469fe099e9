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
  /** Asks for other topics on the same connection. Answers the status. */
  ask(...topics: string[]): Promise<number>;
  /** Resolves when one of this name comes after now. */
  next(name: string): Promise<void>;
  close(): void;
}

let listeners = 0;

/** Hears one or more topics, such as `products/*`; a token of '' is nobody's. */
export async function listen(url: string, token: string, ...topics: string[]): Promise<Listener> {
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
  let waiting: { name: string; resolve: () => void }[] = [];
  const next = (name: string) => new Promise<void>((resolve) => waiting.push({ name, resolve }));
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
          for (const one of waiting) if (one.name === name) one.resolve();
          waiting = waiting.filter((one) => one.name !== name);
        }
      }
    }
  };
  // Closing ends the reading with an error of its own; nothing else is expected to.
  read().catch((reason: unknown) => {
    if (!stop.signal.aborted) throw reason;
  });
  const clientId = await id;
  const ask = async (...subscriptions: string[]) => {
    const { status } = await fetch(`${url}/api/realtime`, {
      method: 'POST',
      headers: {
        ...visitor,
        'content-type': 'application/json',
        ...(token ? { authorization: token } : {}),
      },
      body: JSON.stringify({ clientId, subscriptions }),
    });
    return status;
  };
  const status = await ask(...topics);
  return { heard, said, status, first, ask, next, close: () => stop.abort() };
}
