import { collection, triggers } from './collections.ts';
import { choice, count, created, link, text, updated } from './fields.ts';
import { queue } from './webhook-queue.ts';

const MEMBER = "('trialing', 'active', 'past_due', 'cancelling')";

/** Addresses of sellers that are told what happens in their store, and the messages to them: an outbox, and its log. */
migrate(
  (app) => {
    const webhooks = collection(
      app,
      'webhooks',
      [
        link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
        text('url', 500, { required: true }),
        // Their names, separated by spaces.
        text('events', 200, { required: true }),
        text('secret', 80, { required: true, hidden: true }),
        text('oldSecret', 80, { hidden: true }),
        { type: 'date', name: 'oldSecretUntil' },
        created,
        updated,
      ],
      ['CREATE INDEX webhooks_store ON webhooks (store, created)'],
    );
    collection(
      app,
      'webhook_deliveries',
      [
        link('webhook', webhooks, { required: true, cascadeDelete: true }),
        text('event', 30, { required: true }),
        // The record it is about.
        text('subject', 15),
        // What is sent, written with the first attempt.
        text('payload', 50_000),
        choice('state', ['waiting', 'delivered', 'given-up'], { required: true }),
        count('tries'),
        { type: 'date', name: 'queuedAt', required: true },
        { type: 'date', name: 'sendAfter' },
        count('status'),
        text('answer', 1000),
        created,
        updated,
      ],
      [
        "CREATE INDEX webhook_deliveries_due ON webhook_deliveries (sendAfter, webhook) WHERE state = 'waiting'",
        'CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook, created, id)',
        'CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created)',
      ],
    );
    triggers(app, {
      webhooks_sale: `AFTER UPDATE OF state ON orders WHEN new.state = 'paid' AND old.state IN ('pending', 'expired') BEGIN
        ${queue('sale', 'SELECT DISTINCT l.store, new.id AS subject FROM order_lines l WHERE l.`order` = new.id')} END`,
      webhooks_refund: `AFTER UPDATE OF state ON refunds WHEN new.state = 'done' AND old.state <> 'done' BEGIN
        ${queue('refund', 'SELECT l.store, new.id AS subject FROM order_lines l WHERE l.id = new.line')} END`,
      webhooks_refund_done: `AFTER INSERT ON refunds WHEN new.state = 'done' BEGIN
        ${queue('refund', 'SELECT l.store, new.id AS subject FROM order_lines l WHERE l.id = new.line')} END`,
      webhooks_member_new: `AFTER INSERT ON guild_members WHEN new.state IN ${MEMBER} BEGIN
        ${queue('member.joined', 'SELECT g.store, new.id AS subject FROM guilds g WHERE g.id = new.guild')} END`,
      webhooks_member_back: `AFTER UPDATE OF state ON guild_members
        WHEN new.state IN ${MEMBER} AND old.state NOT IN ${MEMBER} BEGIN
        ${queue('member.joined', 'SELECT g.store, new.id AS subject FROM guilds g WHERE g.id = new.guild')} END`,
      webhooks_member_left: `AFTER UPDATE OF state ON guild_members
        WHEN old.state IN ${MEMBER} AND new.state NOT IN ${MEMBER} BEGIN
        ${queue('member.left', 'SELECT g.store, new.id AS subject FROM guilds g WHERE g.id = new.guild')} END`,
      webhooks_review: `AFTER INSERT ON reviews WHEN new.hiddenAt = '' BEGIN
        ${queue('review', 'SELECT new.store AS store, new.id AS subject')} END`,
      webhooks_question: `AFTER INSERT ON questions WHEN new.state = 'open' BEGIN
        ${queue('question', 'SELECT new.store AS store, new.id AS subject')} END`,
      webhooks_question_let: `AFTER UPDATE OF state ON questions
        WHEN new.state = 'open' AND old.state = 'hidden' AND old.hiddenFor = 'held' BEGIN
        ${queue('question', 'SELECT new.store AS store, new.id AS subject')} END`,
    });
  },
  () => {
    throw new Error('The log of deliveries would be lost; restore a backup instead.');
  },
);
