import sendFeedback from 'counterpart-operation:sendFeedback';
import { Modal } from '@mantine/core';
import { homeText } from '../../text/en-home.ts';
import { CallCode } from '../act/call-code.tsx';

interface Props {
  readonly domain: string | undefined;
  readonly onClose: () => void;
}

/** An outcome as code: people decide in the application, not in the console. */
export function OutcomeCode({ domain, onClose }: Props) {
  const items = [{ seeker_id: 'ana', candidate_id: 'bruno', outcome: 'accepted' }];
  return (
    <Modal opened onClose={onClose} title={homeText.outcomeTitle} size="lg">
      <CallCode
        title={homeText.outcomeTitle}
        lead={homeText.outcomeLead}
        call={{ operation: sendFeedback, body: { domain, items } }}
      />
    </Modal>
  );
}
