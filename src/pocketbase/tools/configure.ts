import type PocketBase from 'pocketbase';

/** Settings that depend on the environment, applied at every start: addresses, mail, sign-in providers. */
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
  /** The bucket for pictures; null keeps them in PocketBase's folder. Left out: as it is. */
  bucket?: {
    endpoint: string;
    region: string;
    name: string;
    accessKey: string;
    secretKey: string;
    pathStyle: boolean;
  } | null;
  /** The mails about accounts, as fields of the collection of users; without them those of the migration are sent. */
  accountMails?: object;
}

/**
 * What PocketBase must not have at its defaults, as migration 0001 sets it. It is set again where the settings were made anew,
 * because those that were there were encrypted on another machine.
 */
export const BASE_SETTINGS = {
  batch: { enabled: false },
  logs: { minLevel: 4, maxDays: 7 },
  rateLimits: {
    enabled: true,
    rules: [
      { label: '*:auth', audience: '', duration: 10, maxRequests: 20 },
      { label: '*:create', audience: '', duration: 60, maxRequests: 30 },
      { label: '*:requestOTP', audience: '', duration: 60, maxRequests: 20 },
      { label: '/api/', audience: '', duration: 10, maxRequests: 600 },
    ],
  },
  trustedProxy: { headers: ['X-Guildhall-Client'], useLeftmostIP: false },
};

/** Whether PocketBase has just made its settings: ours name the header of the visitor's address. */
async function areNew(pb: PocketBase): Promise<boolean> {
  const { trustedProxy } = (await pb.settings.getAll()) as { trustedProxy?: { headers?: unknown[] } };
  return (trustedProxy?.headers ?? []).length === 0;
}

export async function configurePocketBase(
  pb: PocketBase,
  { siteUrl, siteName, smtp, google, bucket, accountMails }: Configuration,
): Promise<void> {
  const anew = await areNew(pb);
  await pb.settings.update({
    ...(anew ? BASE_SETTINGS : {}),
    meta: {
      ...(anew ? { hideControls: true } : {}),
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
    ...(bucket === undefined ? {} : { s3: bucketSettings(bucket) }),
  });
  const provider = google && {
    name: 'google',
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    // Empty URLs mean Google's; tests use those of a stand-in.
    authURL: google.authUrl,
    tokenURL: google.tokenUrl,
    userInfoURL: google.userInfoUrl,
  };
  await pb.collections.update('users', {
    ...accountMails,
    oauth2: {
      enabled: provider !== null,
      providers: provider ? [provider] : [],
      mappedFields: { avatarURL: '', id: '', name: '', username: '' },
    },
  });
}

function bucketSettings(bucket: NonNullable<Configuration['bucket']> | null): object {
  if (!bucket) return { enabled: false };
  const { endpoint, region, name, accessKey, secretKey, pathStyle } = bucket;
  const place = { endpoint, region, bucket: name, forcePathStyle: pathStyle };
  return { enabled: true, ...place, accessKey, secret: secretKey };
}
