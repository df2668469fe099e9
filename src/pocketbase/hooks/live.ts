import { LIVE_CONNECTIONS_MAX, LIVE_TOPIC } from '../../domain/notifications/live.ts';

/** Key of a user's connections in the process's store. A restart closes all connections anyway. */
const keyOf = (userId: string) => `live:${userId}`;

const alive = (app: App, clientId: string): RealtimeClient | null => {
  try {
    return app.subscriptionsBroker().clientById(clientId);
  } catch {
    // The engine throws if the connection is closed.
    return null;
  }
};

/**
 * Authorises a realtime subscription. Users may subscribe only to LIVE_TOPIC, on at most LIVE_CONNECTIONS_MAX
 * connections; any other topic or collection is "not found". The operator's dashboard may subscribe to anything.
 */
export function authoriseSubscription(e: RealtimeSubscribeEvent): void {
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
    let isFull = false;
    // setFunc is exclusive, so that two connections at the same moment are both counted.
    e.app.store().setFunc(keyOf(userId), (old) => {
      const others = ((old as string[] | null) ?? []).filter((id) => id !== own && alive(e.app, id));
      isFull = others.length >= LIVE_CONNECTIONS_MAX;
      return isFull ? others : others.concat(own);
    });
    if (isFull) throw new TooManyRequestsError('You have too many pages open; close one.');
  }
  e.next();
}

/** Sends a message to all connections of these users and returns the number of connections. */
export function pushToUsers(app: App, userIds: string[], data: string): number {
  const message = new SubscriptionMessage({ name: LIVE_TOPIC, data });
  let sent = 0;
  for (const userId of userIds) {
    for (const clientId of (app.store().get(keyOf(userId)) as string[] | null) ?? []) {
      const client = alive(app, clientId);
      const auth = client ? client.get('auth') : null;
      // Check the connection's own login again: the stored list may be stale.
      if (!client || !auth || auth.id !== userId || !client.hasSubscription(LIVE_TOPIC)) continue;
      client.send(message);
      sent++;
    }
  }
  return sent;
}
