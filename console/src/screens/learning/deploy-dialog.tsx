import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import styles from './dialogs.module.css';
import type { Run } from './learning-queries.ts';
import { pairMeasures, rangeOf } from './run-figures.ts';

interface Props {
  readonly run: Run;
  /** The run whose model serves; undefined: the scorecard as declared does. */
  readonly serving: Run | undefined;
  readonly isBack: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Says what changes before it does. */
export function DeployDialog({ run, serving, isBack, opened, onClose }: Props) {
  const deploy = useMutation({
    mutationFn: () => client.training.deploy(run.run_id),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['runs', run.domain] }),
        queryClient.invalidateQueries({ queryKey: ['run'] }),
      ]);
      onClose();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={text.learning.deployTitle}>
      <div className={styles.stack}>
        <p>{text.learning.deployLead(run.domain)}</p>
        <div className={styles.versions}>
          <Side title={text.learning.servesNow} run={serving} />
          <Side title={text.learning.servesThen} run={run} />
        </div>
        <p className={styles.small}>{text.learning.ownOutcomes}</p>
        {deploy.error && <ErrorNote error={deploy.error} />}
        <div className={styles.actions}>
          <Button loading={deploy.isPending} onClick={() => deploy.mutate()} data-autofocus>
            {isBack ? text.learning.rollBackDo : text.learning.deployDo}
          </Button>
          <Button variant="default" onClick={onClose}>
            {text.common.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function Side({ title, run }: { readonly title: string; readonly run: Run | undefined }) {
  return (
    <div>
      <h3>{title}</h3>
      {run?.version ? <code>{run.version}</code> : text.learning.asDeclared}
      <dl>
        {run &&
          pairMeasures.map((measure) => (
            <div key={measure}>
              <dt>{text.learning.metrics[measure]}</dt>
              <dd>{rangeOf(run.metrics.after, measure)?.value.toFixed(3) ?? '–'}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
