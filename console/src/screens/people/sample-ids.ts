import { client } from '../../api/client.ts';

const IDS_A_REQUEST = 100;

/** The ids of the domain's sample people who are still here. */
export async function storedSamples(domain: string): Promise<readonly string[]> {
  const ids = (await client.users.samples(domain)).data.map(({ user_id: id }) => id);
  const stored: string[] = [];
  for (let at = 0; at < ids.length; at += IDS_A_REQUEST) {
    const { data } = await client.users.list({ domain, user_ids: ids.slice(at, at + IDS_A_REQUEST) });
    stored.push(...data.map(({ user_id: id }) => id));
  }
  return stored;
}
