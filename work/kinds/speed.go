package kinds

import (
	"cmp"
	"context"
	"time"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/evalbench/speed"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
	"gammonlab/td"
	"gammonlab/work"
)

// speedWork has the settings of the command bench speed.
type speedWork struct {
	named.Net `without:"variant"`
	Time      time.Duration `json:"time" default:"3s" help:"measuring <TIME> for each figure"`
	Training  bool          `json:"training" default:"true" help:"also measure training"`
}

// Validate returns an error for the first invalid setting.
func (w *speedWork) Validate() error {
	return setting.Check("time", w.Time > 0, "is %v, want more than 0", w.Time)
}

func speedKind() work.Kind[speedWork, *speed.Report] {
	return work.Kind[speedWork, *speed.Report]{
		Name: "bench speed", Title: "Speed", Unit: "figures", Local: true,
		Usage: "measure the speed of evaluation, play and training",
		Help: `Measures one thread: move generation (rolls/s), evaluation (positions/s), self-play of the
model (games/s) and TD(0) training of new nets; then training with all workers. Positions
are evaluated in batches, for all classes together and for each class. A second figure
excludes the computation of the net's inputs. Exact targets are 1-ply evaluations over all
rolls, as in training; the model's pruning nets, if any, select their plays.

For products of nets the command also prints the share of the limit of a core: the number of
products and sums of the net divided by that of the fastest loop, which it measures first.
Products with zeros are skipped but count, so a share may be above 100%. Rates of one thread
are per second of processor time.

Example:
   gammonlab bench speed --model default`,
		Run: runSpeed,
	}
}

func runSpeed(ctx context.Context, w *speedWork, env *work.Env) (*speed.Report, error) {
	warnNet(env, &w.Net)
	evaluator, variant := w.Static(), w.Game()
	static, hasNets := evaluator.Unwrap().(*engine.Static)
	precision := nets.Float32
	if hasNets {
		precision = cmp.Or(static.Model().Precision, precision)
	}
	r := &speed.Report{
		Kernel: kernel.Name(), Class: kernel.Class(), Integers: kernel.Integers(), Halves: kernel.HalvesUnit(), Limits: kernel.MeasurePeaks(),
		Model: evaluator.String(), Precision: precision, Workers: env.Workers,
	}
	var err error
	if r.Rates, err = speed.Measure(ctx, evaluator, variant, r.Limits, w.Time); err != nil || !w.Training {
		return r, err
	}
	if hasNets {
		if r.Steps, err = speed.MeasureSteps(ctx, static, variant, r.Limits, w.Time); err != nil {
			return nil, err
		}
	}
	for _, m := range []struct {
		hidden, workers int
		dst             *float64
	}{{100, 1, &r.Train100}, {256, 1, &r.Train256}, {100, r.Workers, &r.Train100Many}} {
		if *m.dst, err = td.Speed(ctx, m.hidden, m.workers, w.Time); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// signatureWork has the settings of the command bench signature, none.
type signatureWork struct{}

func signatureKind() work.Kind[signatureWork, *evalbench.SignatureReport] {
	return work.Kind[signatureWork, *evalbench.SignatureReport]{
		Name: "bench signature", Title: "Signature", Unit: "games", Local: true,
		Usage: "print a digest of how the program plays",
		Help: `Plays fixed games with a fixed net and prints a digest of all decisions. The digest does not
depend on the number of workers or on the shipped nets. It changes only if a change of the
program changes play.

Example:
   gammonlab bench signature`,
		Run: func(ctx context.Context, _ *signatureWork, env *work.Env) (*evalbench.SignatureReport, error) {
			return evalbench.NewSignatureReport(ctx, env.Workers)
		},
	}
}
