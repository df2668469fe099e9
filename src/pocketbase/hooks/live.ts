import { LIVE_CONNECTIONS_MAX, LIVE_TOPIC } from '../../domain/notifications/live.ts';

/** Where the connections of a person are kept, in the process: a restart cuts all of them anyway. */
const keyOf = (userId: string) => `live:${userId}`;

const alive = (app: App, clientId: string): RealtimeClient | null => {
  try {
    return app.subscriptionsBroker().clientById(clientId);
  } catch {
    // It has gone; the engine says so by throwing.
    return null;
  }
};

/**
 * Lets a person listen to the one topic there is, on so many connections at once. Whatever else is asked for is not
 * there: no collection, no other topic. The operator's own dashboard may listen to anything.
 */
export function letListen(e: RealtimeSubscribeEvent): void {
  if (e.hasSuperuserAuth()) {
    e.next();
    return;
  }
  for (const topic of e.subscriptions)
    if (topic !== LIVE_TOPIC) throw new NotFoundError("The requested resource wasn't found.");
  if (e.subscriptions.length > 0) {
    const userId = e.auth ? e.auth.id : '';
    if (userId === '') throw new UnauthorizedError('Sign in to listen.');
    const own = e.client.id();
    let crowded = false;
    // One caller at a time is inside: two pages of a person that come at once are both counted.
    e.app.store().setFunc(keyOf(userId), (old) => {
      const others = ((old as string[] | null) ?? []).filter((id) => id !== own && alive(e.app, id));
      crowded = others.length >= LIVE_CONNECTIONS_MAX;
      return crowded ? others : others.concat(own);
    });
    if (crowded) throw new TooManyRequestsError('You have too many pages open; close one.');
  }
  e.next();
}

/** Sends news to every connection these people listen on. Answers how many that were. */
export function tellUsers(app: App, userIds: string[], data: string): number {
  const message = new SubscriptionMessage({ name: LIVE_TOPIC, data });
  let told = 0;
  for (const userId of userIds) {
    for (const clientId of (app.store().get(keyOf(userId)) as string[] | null) ?? []) {
      const client = alive(app, clientId);
      const auth = client ? client.get('auth') : null;
      // The connection's own word is asked once more: what is kept beside it is only where to look.
      if (!client || !auth || auth.id !== userId || !client.hasSubscription(LIVE_TOPIC)) continue;
      client.send(message);
      told++;
    }
  }
  return told;
}
