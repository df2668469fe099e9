/** A realtime connection without EventSource, which Node lacks, so that tests see the raw events. */
export interface Listener {
  /** Names of the received events, without the connection's own. */
  heard: string[];
  /** Data of each event. */
  said: string[];
  /** Status of the subscription request. */
  status: number;
  /** Resolves with the first event. */
  first: Promise<string>;
  /** Subscribes to other topics on the same connection and returns the status. */
  ask(...topics: string[]): Promise<number>;
  /** Resolves with the next event of this name. */
  next(name: string): Promise<void>;
  close(): void;
}

let listeners = 0;

/** Subscribes to one or more topics, such as `products/*`; a token of '' means signed out. */
export async function listen(url: string, token: string, ...topics: string[]): Promise<Listener> {
  const stop = new AbortController();
  // Each listener is a separate visitor, because the backend has rate limits.
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
  // Closing aborts the read with an error.
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
