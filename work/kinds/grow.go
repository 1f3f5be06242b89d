package kinds

import (
	"context"
	"fmt"
	"strings"

	"gammonlab/engine/named"
	"gammonlab/evalbench/promotion"
	"gammonlab/features"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/supervised/cut"
	"gammonlab/work"
)

// cutWork has the settings of the command weights cut.
type cutWork struct {
	modelIn
	Data  string  `json:"data" required:"true" path:"in" help:"positions of database <FILE>"`
	Fires float64 `json:"fires" help:"cut units that fire in at most this <SHARE> of the positions; 0 for never"`
	modelOut
}

// Validate returns an error for the first invalid setting.
func (w *cutWork) Validate() error {
	if err := w.check(); err != nil {
		return err
	}
	return setting.Check("fires", w.Fires >= 0 && w.Fires < 1, "is %v, want from 0 to below 1", w.Fires)
}

func cutKind() work.Kind[cutWork, *cut.Report] {
	return work.Kind[cutWork, *cut.Report]{
		Name: "weights cut", Title: "Fewer units", Unit: "positions",
		Usage: "remove units that hardly ever fire",
		Help: `Writes the model without the hidden units of ReLU that are above zero in at most the share
--fires of the positions of a database. Each position counts for the net that evaluates it; pruning
nets do not change. One position in ten is not counted: these measure the difference of the
equities, which is printed.

Example:
   gammonlab weights cut --data positions.parquet --out smaller.safetensors large
   gammonlab weights cut --data positions.parquet --fires 0.001 --out smaller.safetensors large`,
		Local: true, Serial: true,
		Run: func(ctx context.Context, w *cutWork, _ *work.Env) (*cut.Report, error) {
			smaller, cuts, err := cut.Model(ctx, w.model, w.Data, w.Fires)
			if err != nil {
				return nil, err
			}
			return &cut.Report{Out: w.Out, Nets: cuts}, smaller.Save(w.Out)
		},
	}
}

// growWork has the settings of the command weights grow.
type growWork struct {
	modelIn
	Hidden   string `json:"hidden" shown:"as they are" help:"sizes <UNITS> of the hidden layers, such as 1024 or 1024-512"`
	Features string `json:"features" shown:"as it is" help:"feature <SET>"`
	Seed     uint64 `json:"seed" default:"1" help:"random seed <N>"`
	modelOut

	net  *nets.Net // after Open
	spec nets.Spec // shape of the larger net
}

// Validate returns an error for the first invalid setting.
func (w *growWork) Validate() error {
	if err := w.check(); err != nil {
		return err
	}
	if w.Hidden == "" && w.Features == "" {
		return setting.Errorf("give %s or %s: what is to be larger?", setting.Name("hidden"), setting.Name("features"))
	}
	return nil
}

// Open loads the model, and finds the shape of the larger net.
func (w *growWork) Open(o *named.Opener) (err error) {
	if err := w.modelIn.Open(o); err != nil {
		return err
	}
	if w.net, err = w.model.Single(); err != nil {
		return named.NotLoaded(fmt.Errorf("%s: %w", w.Model.Name, err))
	}
	w.spec = w.net.Spec()
	if w.Hidden != "" {
		if err := w.enlarge(); err != nil {
			return setting.In("hidden", err)
		}
	}
	if w.Features != "" {
		set, err := features.Lookup(w.Features)
		if err != nil {
			return setting.In("features", err)
		}
		w.spec.Features = features.ID(set)
	}
	return nil
}

// enlarge gives the shape the sizes of the hidden layers.
func (w *growWork) enlarge() error {
	hidden, err := nets.ParseHidden(w.Hidden)
	if err == nil {
		w.spec, err = w.spec.Larger(hidden)
	}
	return err
}

func growKind() work.Kind[growWork, *writtenModel] {
	return work.Kind[growWork, *writtenModel]{
		Name: "weights grow", Title: "Larger nets", Unit: "models",
		Usage: "enlarge a net without changing its evaluations",
		Help: `Writes a net with more units, layers or inputs than the net of a model, with the same
evaluations up to rounding, so training can continue. Layers keep their activation. Added layers
use relu and are at least as wide as the old layer before them. A larger feature set must
contain all inputs of the old one. The model must have one net for all positions.

Example:
   gammonlab weights grow --hidden 1024 --out larger.safetensors td512
   gammonlab weights grow --hidden 1024-512 --out deeper.safetensors td512`,
		Local: true, Serial: true, Results: []any{promotion.Info{}}, Run: runGrow,
	}
}

func runGrow(_ context.Context, w *growWork, _ *work.Env) (*writtenModel, error) {
	grown, err := nets.Grow(w.net, w.spec, w.Seed)
	if err != nil {
		return nil, work.Refused(fmt.Errorf("%s: %w", w.Model.Name, err))
	}
	larger, err := nets.NewGrown(w.model, grown, w.Seed)
	if err != nil {
		return nil, err
	}
	info, err := w.saved(larger)
	if err != nil {
		return nil, err
	}
	return &writtenModel{info, fmt.Sprintf("%s: %v, grown from %v\n", w.Out, w.spec, w.net.Spec())}, nil
}

// joinWork has the settings of the command weights join.
type joinWork struct {
	Models []string `json:"models" place:"MODEL MODEL..." help:"<MODEL>s to join"`
	modelOut

	models []*nets.Model // after Open
}

// Validate returns an error for the first invalid setting.
func (w *joinWork) Validate() error {
	if err := w.check(); err != nil {
		return err
	}
	if n := len(w.Models); n < 2 {
		return fmt.Errorf("want two models or more, got %d", n)
	}
	return nil
}

// Open loads the models.
func (w *joinWork) Open(o *named.Opener) error {
	for _, name := range w.Models {
		m, err := loadNets(o, name)
		if err != nil {
			return err
		}
		w.models = append(w.models, m)
	}
	return nil
}

func joinKind() work.Kind[joinWork, *writtenModel] {
	return work.Kind[joinWork, *writtenModel]{
		Name: "weights join", Title: "Averages of nets", Unit: "models",
		Usage: "join models into one that averages them",
		Help: `Writes a model whose nets average those of several models: the mean of their outputs
before the sigmoid. Independent errors of nets partly cancel, so the average of two
nets trained from different random weights is better than either of them, at twice
the cost of an evaluation or more. The nets of a part must have the same features,
activations and number of hidden layers. Nets that are the same in all models stay as
they are; pruning nets are those of the first model. train supervised --from can train
the joined model further.

Example:
   gammonlab weights join --out joined.safetensors first.safetensors second.safetensors`,
		Local: true, Serial: true, Results: []any{promotion.Info{}}, Run: runJoin,
	}
}

func runJoin(_ context.Context, w *joinWork, _ *work.Env) (*writtenModel, error) {
	joined, err := nets.JoinModels(w.models...)
	if err != nil {
		return nil, err
	}
	info, err := w.saved(joined)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	for _, part := range nets.Parts() {
		if n := joined.Nets[part]; n != nil {
			fmt.Fprintf(&b, "%s: %s: %v\n", w.Out, part, n.Spec())
		}
	}
	return &writtenModel{info, b.String()}, nil
}
