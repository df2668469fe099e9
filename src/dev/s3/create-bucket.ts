import { S3mini } from 's3mini';

/** Makes the bucket that these settings name, with versions, at a server that was just started. */
export async function createBucket(env: Record<string, string>): Promise<void> {
  const s3 = new S3mini({
    endpoint: `${env['S3_ENDPOINT']}/${env['S3_BUCKET']}`,
    region: env['S3_REGION'] ?? 'us-east-1',
    accessKeyId: env['S3_ACCESS_KEY'] ?? '',
    secretAccessKey: env['S3_SECRET_KEY'] ?? '',
  });
  if (!(await s3.createBucket())) throw new Error(`The bucket ${env['S3_BUCKET']} could not be made.`);
  await s3.setBucketVersioning('Enabled');
}
