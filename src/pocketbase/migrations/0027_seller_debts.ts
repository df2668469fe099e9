/**
 * A debt of a seller is set off: what is kept back from one order's share (`withheld`) pays what another order's share
 * was sent too much (`recovered`). Both are written together; no money moves.
 */
function kinds(app: App, values: string[]): void {
  const transfers = app.findCollectionByNameOrId('seller_transfers');
  transfers.fields.getByName('kind')['values'] = values;
  app.save(transfers);
}

migrate(
  (app) => kinds(app, ['transfer', 'reversal', 'withheld', 'recovered']),
  (app) => kinds(app, ['transfer', 'reversal']),
);
