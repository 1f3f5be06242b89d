package ablate

import (
	"context"
	"encoding/binary"
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

// retrainer is the [farm.Doer] of [Retrain]. An item is the index of a group in the
// list of [Groups]. Its result is the [measure] of the net trained without the group.
type retrainer struct {
	Training
	groups   []Group
	progress func(positions int) // nil for none
}

// Clone implements [farm.Doer].
func (d *retrainer) Clone() (farm.Doer, error) { return d, nil } // it has no mutable state

// Do implements [farm.Doer].
func (d *retrainer) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	if n := uint64(len(d.groups)); s.First >= n || s.Items > n-s.First {
		return dst, fmt.Errorf("%d groups from number %d on, want some of %d", s.Items, s.First, n)
	}
	for _, g := range d.groups[s.First:][:s.Items] {
		without := d.Validation.Without(g.Inputs)
		trained, err := supervised.Train(ctx, d.Config, d.Training.Training.Without(g.Inputs), without, d.progress)
		if err != nil {
			return dst, err
		}
		best := trained.Epochs[trained.Best-1]
		m := measure{best.Divergence, best.Equity}
		dst = m.append(dst)
	}
	return dst, nil
}

// measure is a net's error on the validation positions, after its best epoch.
type measure struct {
	Divergence float64 // nats per position
	Equity     float64 // root mean square error, mEq
}

const measureSize = 2 * 8

func (m *measure) append(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(m.Divergence))
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(m.Equity))
}

// readMeasure decodes a measure. Values must be finite and not negative.
func readMeasure(data []byte) (m measure, err error) {
	if len(data) != measureSize {
		return m, fmt.Errorf("%d bytes for a training, want %d", len(data), measureSize)
	}
	m.Divergence = math.Float64frombits(binary.LittleEndian.Uint64(data))
	m.Equity = math.Float64frombits(binary.LittleEndian.Uint64(data[8:]))
	const rounding = 1e-6
	if !(m.Divergence >= -rounding) || !(m.Equity >= 0) || math.IsInf(m.Divergence+m.Equity, 0) {
		return m, fmt.Errorf("a divergence of %v and an error of %v mEq, want numbers from 0 on", m.Divergence, m.Equity)
	}
	return m, nil
}

// check is the Check of a [farm.Job].
func check(s farm.Shard, result []byte) error {
	if uint64(len(result)) != s.Items*measureSize {
		return fmt.Errorf("%d bytes for %d trainings, want %d each", len(result), s.Items, measureSize)
	}
	for ; len(result) > 0; result = result[measureSize:] {
		if _, err := readMeasure(result[:measureSize]); err != nil {
			return err
		}
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

// job returns the job for a pool.
func (d *retrainer) job() *farm.Job {
	return &farm.Job{Doer: d, Check: check, Describe: d.describe}
}

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
func Kind() farm.Kind { return farm.Kind{Name: kindName, Open: open} }

// open makes the doer of a description.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Doer, error) {
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
	d := &retrainer{Training: Training{Config: s.Config}, groups: Groups(set)}
	if d.Training.Training, err = openSamples(ctx, set, s.Training, files); err != nil {
		return nil, err
	}
	if d.Validation, err = openSamples(ctx, set, s.Validation, files); err != nil {
		return nil, err
	}
	return d, nil
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
