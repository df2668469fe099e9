/** Personal data that the marketplace stores: what, why and for how long. */
export interface StoredData {
  what: string;
  why: string;
  howLong: string;
}

/** On the server. */
export const STORED_BY_US: readonly StoredData[] = [
  {
    what: 'Account: username, e-mail address, password (only as a bcrypt hash), picture, theme, whether mature models are shown',
    why: 'To let you sign in and to show your account. Without it we cannot provide the service.',
    howLong: 'Until you change it or delete the account.',
  },
  {
    what: 'Store: name, texts, pictures, products and model files, if you sell',
    why: 'To show and deliver what you offer.',
    howLong: 'Until you delete it. Files that buyers own stay available to them.',
  },
  {
    what: 'Orders and library: products, prices, dates, licence, payment numbers of the payment provider; never your card number',
    why: 'To give you permanent access to what you bought, for refunds, and because tax law requires it.',
    howLong:
      'Library entries until you delete the account. Accounting records as long as the law of the operator’s country requires, often up to ten years.',
  },
  {
    what: 'Wish list: the models on it, when you added them, their price then, and the last sale we notified you of',
    why: 'To show it to you, and to notify you once when a sale starts.',
    howLong: 'Until you remove a model or delete the account.',
  },
  {
    what: 'Stores you follow, and since when',
    why: 'To show you what is new there, and to notify you. A store sees how many people follow it, not who.',
    howLong: 'Until you stop following or delete the account.',
  },
  {
    what: 'Saved searches: their name, query, how often we notify you, and when we last ran them',
    why: 'To run them again, and to notify you of new models.',
    howLong: 'Until you remove them or delete the account.',
  },
  {
    what: 'Deliveries outside the shop: the address a store gave us for you, your name and a note as the store knows them, when we wrote to you, and which account claimed it',
    why: 'To deliver what the store owes you, such as the files of a campaign you backed, and to show the store whether it arrived.',
    howLong: 'As long as the store keeps its list. What you claimed stays in your library.',
  },
  {
    what: 'Conversations with sellers or buyers, reviews',
    why: 'To deliver them and to decide refund requests.',
    howLong:
      'Until you delete the account. Your messages then stay with the other person, without your name.',
  },
  {
    what: 'Reports you make, and claims about your content: texts, answers, the decision and objections to it',
    why: 'To hear both sides and to decide, and to recognise repeat infringement.',
    howLong: 'As long as the decision may be reviewed. Without your name once you delete the account.',
  },
  {
    what: 'Notifications: what we sent you, when, whether you read it, and your settings for each kind and store',
    why: 'To show them to you, and to respect your settings.',
    howLong: 'Half a year after you read them, a year if you do not, or until you delete the account.',
  },
  {
    what: 'Mails we send you: address, subject, text',
    why: 'To deliver them, also when the mail server is down for a while.',
    howLong: 'Until they are delivered, and in the mail server’s log after that.',
  },
  {
    what: 'Daily totals of a page: views, visits and additions to carts. They do not identify anyone',
    why: 'To show artists which pages are viewed. Only visitors who agreed are counted.',
    howLong: 'As long as the model or the store exists.',
  },
  {
    what: 'Server log: time, requested address, response, duration, network address',
    why: 'To find errors, and to stop abuse such as password guessing.',
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
    what: 'Cookie guildhall_device: a random number, and a mark of each account that signed in with this browser',
    why: 'So that strangers who guess your password cannot lock you out. It is set when you sign in, and scripts cannot read it.',
    howLong: 'A year after your last sign-in, or until you clear the browser’s data.',
  },
  {
    what: 'Cookie guildhall_signup: a random number',
    why: 'To sign you in when you open the link that confirms your address. It is set when you sign up, and scripts cannot read it.',
    howLong: 'Until you confirm the address, or 7 days.',
  },
  {
    what: 'Cookie guildhall_written: a number that grows with each change of the marketplace, the same for everybody',
    why: 'To show you at once what you saved. It is set when you save something, and scripts cannot read it.',
    howLong: '10 seconds.',
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
    what: 'A model you added to your wish list before signing in',
    why: 'To save it once you are signed in.',
    howLong: 'Until then, or until you close the tab.',
  },
  {
    what: 'Theme: light, dark or system',
    why: 'To show the page in the theme you chose, without a flash.',
    howLong: 'Until you clear the browser’s data.',
  },
  {
    what: 'Cookie counting: that you agreed to page statistics; the word yes and nothing that identifies you',
    why: 'To count page views of visitors who agreed only. It is set when you agree and is sent to this site only.',
    howLong: '365 days, or until you withdraw your consent below.',
  },
  {
    what: 'Your current visit: the store pages you viewed in it, and the time of the last view',
    why: 'To count a page once per visit. It is never sent.',
    howLong: 'Until a new visit starts after 30 minutes, or until you withdraw your consent.',
  },
  {
    what: 'That you declined page statistics',
    why: 'To ask you only once. It is never sent.',
    howLong: 'Until you agree or clear the browser’s data.',
  },
];
