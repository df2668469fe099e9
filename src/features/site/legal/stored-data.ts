/** What the marketplace stores about a person: what it is, what it is for, how long it stays. */
export interface StoredData {
  what: string;
  why: string;
  howLong: string;
}

/** On the server. */
export const STORED_BY_US: readonly StoredData[] = [
  {
    what: 'Account: username, e-mail address, password (only as a bcrypt hash), picture, theme, whether mature models are shown',
    why: 'To let you sign in and to show your account. Without it there is no contract to keep.',
    howLong: 'Until you change it or delete the account.',
  },
  {
    what: 'Store: name, texts, pictures, products and model files, if you sell',
    why: 'To show and deliver what you offer.',
    howLong: 'Until you delete it. Files somebody owns stay available to those owners.',
  },
  {
    what: 'Orders and library: products, prices, dates, licence, payment numbers of the payment provider; never your card number',
    why: 'To deliver what you bought for good, for refunds, and because tax law demands it.',
    howLong:
      'Library entries until you delete the account. Accounting records as long as the law of the operator’s country demands, often up to ten years.',
  },
  {
    what: 'Wish list: the models on it, since when, their price then, and the last sale you were told of',
    why: 'To show it to you, and to tell you once when a sale begins.',
    howLong: 'Until you take a model off it or delete the account.',
  },
  {
    what: 'Stores you follow, and since when',
    why: 'To show you what is new there, and to tell you of it. A store is told how many follow it, not who.',
    howLong: 'Until you stop following or delete the account.',
  },
  {
    what: 'Searches you save: their name, what they ask for, how often we look, and when we last did',
    why: 'To run them again, and to tell you what is new.',
    howLong: 'Until you remove them or delete the account.',
  },
  {
    what: 'Deliveries outside the shop: the address a store gave us for you, your name and a note as the store knows them, when we wrote to you, and which account claimed it',
    why: 'To bring you what the store owes you, such as the files of a campaign you backed, and to tell the store whether it arrived.',
    howLong: 'As long as the store keeps its list. What you claimed stays in your library.',
  },
  {
    what: 'Conversations with sellers or buyers, reviews',
    why: 'To pass them on and to settle refund requests.',
    howLong:
      'Until you delete the account. Your messages then stay with the other person, without your name.',
  },
  {
    what: 'Reports you make, and claims about what is yours: the words, the answers, the decision and what was said against it',
    why: 'To hear both sides and to decide, and to know whose things were found wrong before.',
    howLong: 'As long as the decision may be asked about. Without your name once you delete the account.',
  },
  {
    what: 'Notifications: what you were told, when, whether you read it, and how you want to be told of each kind and store',
    why: 'To show them to you, and to write to you only as you chose.',
    howLong: 'Half a year after you read them, a year if you do not; or until you delete the account.',
  },
  {
    what: 'Mails we send you: address, subject, text',
    why: 'To deliver them, also when the mail server is down for a while.',
    howLong: 'Until they are delivered, and in the mail server’s log after that.',
  },
  {
    what: 'Numbers of a page and day: how often it was seen, in how many visits, and put into a cart. They tell nobody from another',
    why: 'To show artists what is looked at. Only what visitors do who agreed to it is counted.',
    howLong: 'As long as the model or the store exists.',
  },
  {
    what: 'Server log: time, address asked for, answer, duration, network address',
    why: 'To find faults, and to stop abuse such as password guessing.',
    howLong: 'At most 30 days.',
  },
];

/** In the visitor's own browser. */
export const STORED_IN_BROWSER: readonly StoredData[] = [
  {
    what: 'Cookie pb_auth: your sign-in',
    why: 'To keep you signed in. It is set when you sign in and is sent to this site only.',
    howLong: '7 days after your last visit, or until you log out.',
  },
  {
    what: 'Cookie mature: that you want to see models marked as mature',
    why: 'To show them, also before you sign in. Without it they stay hidden.',
    howLong: 'A year, or until you hide them again.',
  },
  {
    what: 'Cart: number, name, price and picture of each product, coupon codes',
    why: 'To keep your cart across visits. It stays in the browser’s storage until you go to checkout.',
    howLong: 'Until you empty the cart or clear the browser’s data.',
  },
  {
    what: 'A model you wished for before signing in',
    why: 'To put it on your wish list once you are signed in.',
    howLong: 'Until then, or until you close the tab.',
  },
  {
    what: 'Theme: light, dark or system',
    why: 'To draw the page in the theme you chose, without a flash.',
    howLong: 'Until you clear the browser’s data.',
  },
  {
    what: 'Cookie counting: that you agreed to be counted; the word yes and nothing that names you',
    why: 'To count only what is looked at by somebody who agreed. It is set when you say yes and is sent to this site only.',
    howLong: '365 days, or until you take the yes back below.',
  },
  {
    what: 'The visit that is counted: which pages of stores you saw in it, and when you last looked',
    why: 'To count a page once in a visit. It is never sent.',
    howLong: 'Until a new visit begins after 30 minutes, or until you take the yes back.',
  },
  {
    what: 'That you do not want to be counted, if you said so',
    why: 'To ask you only once. It is never sent.',
    howLong: 'Until you say yes or clear the browser’s data.',
  },
];
