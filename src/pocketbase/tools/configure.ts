import type PocketBase from 'pocketbase';

/** What differs between one place and another, set at every start: addresses, mail, sign-in providers. */
export interface Configuration {
  siteUrl: string;
  siteName: string;
  smtp: { host: string; port: number; username: string; password: string; tls: boolean; from: string } | null;
  google: {
    clientId: string;
    clientSecret: string;
    authUrl: string;
    tokenUrl: string;
    userInfoUrl: string;
  } | null;
}

export async function configurePocketBase(
  pb: PocketBase,
  { siteUrl, siteName, smtp, google }: Configuration,
): Promise<void> {
  await pb.settings.update({
    meta: {
      appName: siteName,
      appURL: siteUrl,
      senderName: siteName,
      senderAddress: smtp?.from ?? 'hall@guildhall.test',
    },
    smtp: smtp
      ? {
          enabled: true,
          host: smtp.host,
          port: smtp.port,
          username: smtp.username,
          password: smtp.password,
          tls: smtp.tls,
        }
      : { enabled: false },
  });
  const provider = google && {
    name: 'google',
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    // Empty addresses mean Google's own; a stand-in names its own in tests.
    authURL: google.authUrl,
    tokenURL: google.tokenUrl,
    userInfoURL: google.userInfoUrl,
  };
  await pb.collections.update('users', {
    oauth2: {
      enabled: provider !== null,
      providers: provider ? [provider] : [],
      mappedFields: { avatarURL: '', id: '', name: '', username: '' },
    },
  });
}
