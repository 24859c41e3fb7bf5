import { Button, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CheckIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/panel.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { homeText } from '../../text/en-home.ts';
import styles from './home.module.css';
import { OutcomeCode } from './outcome-code.tsx';
import { type StepName, scopeOf, stepsOf } from './steps.ts';
import { useProgress } from './use-progress.ts';

/** The way to the first trained models. Steps that are done by the API are ticked. */
export function StepPanel() {
  const session = useSession();
  const { progress, domain } = useProgress();
  const [shown, { open, close }] = useDisclosure(false);
  const steps = stepsOf(progress);
  const done = steps.filter((step) => step.done).length;
  if (steps.length === 0) return null;
  return (
    <Panel
      title={homeText.steps}
      lead={done === steps.length ? homeText.stepsDone : homeText.stepsLead(done, steps.length)}
    >
      <ol className={styles.rows}>
        {steps.map((step) => (
          <li key={step.name}>
            <span className={styles.mark} data-done={step.done || undefined}>
              <CheckIcon aria-hidden />
              <VisuallyHidden>{step.done ? homeText.done : homeText.open}</VisuallyHidden>
            </span>
            <div className={styles.says} data-done={step.done || undefined}>
              <p className={styles.title}>{homeText.step[step.name].title}</p>
              {!step.done && <p>{homeText.step[step.name].lead}</p>}
            </div>
            {!step.done && (
              <div className={styles.action}>
                {allows(session, scopeOf[step.name]) ? (
                  <StepButton name={step.name} domain={domain} onCode={open} />
                ) : (
                  <span className={styles.note}>{homeText.needs(scopeOf[step.name])}</span>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      {shown && <OutcomeCode domain={domain} onClose={close} />}
    </Panel>
  );
}

interface ButtonProps {
  readonly name: StepName;
  readonly domain: string | undefined;
  readonly onCode: () => void;
}

/** Leads to where the step is done. */
function StepButton({ name, domain, onCode }: ButtonProps) {
  const label = homeText.step[name].do;
  const search = domain === undefined ? {} : { domain };
  const look = { size: 'xs', variant: 'default' } as const;
  if (name === 'outcome')
    return (
      <Button {...look} onClick={onCode}>
        {label}
      </Button>
    );
  const places = {
    people: { to: '/import', search },
    match: { to: '/match', search },
    ranking: { to: '/learning', search: { ...search, view: 'runs' } },
    dataset: { to: '/datasets/new' },
    model: { to: '/models/new' },
  } as const;
  return (
    <Button {...look} renderRoot={(props) => <Link {...places[name]} {...props} />}>
      {label}
    </Button>
  );
}
