/** The progress of a fit: a line an epoch, to standard error. */
export function tellEpochs() {
  let told = '';
  return (at: { fit: string; epoch: number; loss: number; validationNdcg: number | null }) => {
    const name = `${at.fit} ${at.epoch}`;
    if (name === told) return;
    told = name;
    const seen = at.validationNdcg === null ? '' : `, validation nDCG@10 ${at.validationNdcg.toFixed(4)}`;
    console.error(`${at.fit}, epoch ${at.epoch}: loss ${at.loss.toFixed(3)}${seen}`);
  };
}
