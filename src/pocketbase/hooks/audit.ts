/**
 * Runs a dashboard request with the superuser as the actor, for the triggers that write the audit log. Both run in one
 * transaction: no other write can happen in between, and a failure leaves no actor behind.
 */
export function asOperator(e: RecordRequestEvent): void {
  const { app } = e;
  app.runInTransaction((tx) => {
    e.app = tx;
    const run = (statement: string, values: object) =>
      tx.nonconcurrentDB().newQuery(statement).bind(values).execute();
    const name = String(e.requestEvent.auth?.get('email') ?? '');
    run("INSERT INTO audit_actor (who, name) VALUES ('operator', {:name})", { name });
    e.next();
    run('DELETE FROM audit_actor', {});
  });
  e.app = app;
}
