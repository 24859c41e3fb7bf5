/** GET /connectors. */
import { z } from 'zod';

export const Connectors = z
  .object({
    data: z.array(
      z
        .object({
          name: z.string(),
          source: z
            .string()
            .describe('The kind of its source: `folder`, `s3`, `postgres`, `replication` or `kafka`.'),
          stored: z.int().nonnegative().describe('Rows that were stored.'),
          rejected: z
            .int()
            .nonnegative()
            .describe('Rows that were refused. Its dead-letter file has each with the reason.'),
          lag: z
            .int()
            .nonnegative()
            .nullable()
            .describe(
              'The amount that the source has and the connector has not read, in the unit of the source: files, objects, rows, bytes or messages. null: not known.',
            ),
          checked_at: z.string().describe('When it last looked at its source.'),
        })
        .meta({ id: 'Connector' }),
    ),
    request_id: z.string(),
  })
  .meta({ id: 'Connectors' });
