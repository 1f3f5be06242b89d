package ablate

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"

	"gammonlab/farm"
	"gammonlab/features"
	"gammonlab/internal/strictjson"
	"gammonlab/nets/kernel"
	"gammonlab/supervised"
)

// retrainer is the [farm.Worker] of [Retrain]. An item is the index of a group in the
// list of [Groups]. Its result is the [measure] of the net trained without the group.
type retrainer struct {
	Training
	farm.RecordCodec[measure]
	groups   []Group
	progress func(positions int) // nil for none
}

func newRetrainer(t Training) *retrainer {
	d := &retrainer{Training: t, groups: Groups(t.Training.Set())}
	d.RecordCodec = farm.RecordCodec[measure]{CheckItems: d.checkItems, CheckRecord: func(_ uint64, m *measure) error { return m.check() }}
	return d
}

// checkItems returns an error if there are no such groups.
func (d *retrainer) checkItems(first, items uint64) error {
	if n := uint64(len(d.groups)); first >= n || items > n-first {
		return fmt.Errorf("%d groups from number %d on, want some of %d", items, first, n)
	}
	return nil
}

// Clone implements [farm.Worker].
func (d *retrainer) Clone() (farm.Worker[*farm.Records[measure]], error) { return d, nil } // it has no mutable state

// Do implements [farm.Worker].
func (d *retrainer) Do(ctx context.Context, p *farm.Records[measure]) error {
	for _, g := range d.groups[p.First:][:p.Items] {
		without := d.Validation.Without(g.Inputs)
		trained, err := supervised.Train(ctx, d.Config, d.Training.Training.Without(g.Inputs), without, d.progress)
		if err != nil {
			return err
		}
		best := trained.Epochs[trained.Best-1]
		p.Results = append(p.Results, measure{best.Divergence, best.Equity})
	}
	return nil
}

// measure is a net's error on the validation positions, after its best epoch.
type measure struct {
	Divergence float64 // nats per position
	Equity     float64 // root mean square error, mEq
}

// check returns an error unless the values are finite and not negative.
func (m *measure) check() error {
	const rounding = 1e-6
	if !(m.Divergence >= -rounding) || !(m.Equity >= 0) || math.IsInf(m.Divergence+m.Equity, 0) {
		return fmt.Errorf("a divergence of %v and an error of %v mEq, want numbers from 0 on", m.Divergence, m.Equity)
	}
	return nil
}

// kindName is the name of [Kind].
const kindName = "ablate/1"

// spec is the [farm.Description.Spec] of trainings.
type spec struct {
	Config     supervised.Config `json:"config"`
	Training   string            `json:"training"`   // digest of the file of training samples
	Validation string            `json:"validation"` // digest of the file of validation samples
}

// job returns the work for a pool.
func (d *retrainer) job() *farm.Work[*farm.Records[measure]] { return farm.NewWork(d, d.describe) }

// describe is the Describe of a [farm.Job].
func (d *retrainer) describe() (*farm.Description, error) {
	var files []farm.File
	for _, s := range []struct {
		name    string
		samples *supervised.Samples
	}{{"training positions", d.Training.Training}, {"validation positions", d.Validation}} {
		data, err := s.samples.Encode()
		if err != nil {
			return nil, err
		}
		files = append(files, farm.NewFile(s.name, data))
	}
	text, err := json.Marshal(&spec{d.Config, files[0].SHA256, files[1].SHA256})
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: files}, err
}

// Kind returns the kind of work that trains the nets of [Retrain] on other machines,
// each net as a shard. Workers send no progress within a training, and an interrupted
// training starts again.
func Kind() farm.Kind { return farm.NewKind(kindName, open) }

// open makes the doer of a description.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Worker[*farm.Records[measure]], error) {
	var s spec
	if err := strictjson.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	if err := s.Config.Validate(); err != nil {
		return nil, err
	}
	if n := len(s.Config.Nets); n != 1 {
		return nil, fmt.Errorf("%d nets to train, want one", n)
	}
	set, err := features.Lookup(s.Config.Nets[0].Features)
	if err != nil {
		return nil, err
	}
	t := Training{Config: s.Config}
	if t.Training, err = openSamples(ctx, set, s.Training, files); err != nil {
		return nil, err
	}
	if t.Validation, err = openSamples(ctx, set, s.Validation, files); err != nil {
		return nil, err
	}
	return newRetrainer(t), nil
}

func openSamples(ctx context.Context, set features.Set, sum string, files farm.Files) (*supervised.Samples, error) {
	path, err := files(ctx, sum)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return supervised.DecodeSamples(set, data)
}
