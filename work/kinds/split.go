package kinds

import (
	"context"
	"strconv"
	"strings"

	"gammonlab/datasets"
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// splitWork has the settings of the command dataset split.
type splitWork struct {
	File       string `json:"file" required:"true" path:"in" place:"FILE" help:"database <FILE>"`
	Train      string `json:"train" required:"true" path:"out" help:"output <FILE> for the training part"`
	Validation string `json:"validation" path:"out" help:"output <FILE> for the validation part"`
	Test       string `json:"test" path:"out" help:"output <FILE> for the test part"`
	Shares     string `json:"shares" default:"0.9,0.05,0.05" help:"<SHARES> of the training, validation and test part; they add up to 1"`
	Salt       uint64 `json:"salt" help:"<NUMBER> that selects a different division"`
	SkipBad    bool   `json:"skip_bad" help:"skip and count invalid rows"`

	parts []upkeep.Part // in the order of the shares, after Validate
}

// Validate finds the parts. It returns an error for shares that do not fit them.
func (w *splitWork) Validate() error {
	w.parts = nil
	for _, part := range []upkeep.Part{{Name: "train", Path: w.Train}, {Name: "validation", Path: w.Validation}, {Name: "test", Path: w.Test}} {
		if part.Path != "" {
			w.parts = append(w.parts, part)
		}
	}
	name := setting.Name("shares")
	shares := strings.Split(w.Shares, ",")
	if len(shares) != len(w.parts) {
		return setting.Errorf("%s is %q, want one for each of %d parts", name, w.Shares, len(w.parts))
	}
	sum := 0.0
	for i, text := range shares {
		share, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(share > 0 && share <= 1) {
			return setting.Errorf("%s is %q, want numbers above 0 that add up to 1", name, w.Shares)
		}
		w.parts[i].Share = share
		sum += share
	}
	return setting.Check(name, sum > 1-1e-9 && sum < 1+1e-9, "is %q, which adds up to %v, want 1", w.Shares, sum)
}

func splitKind() work.Kind[splitWork, *upkeep.Parts] {
	return work.Kind[splitWork, *upkeep.Parts]{
		Name: "dataset split", Title: "Parts of a database", Unit: "rows",
		Usage: "split a database into training, validation and test parts",
		Help: `Writes each position to the part that a hash of the position selects, so a position is in the
same part for every database. Without --salt, the validation part contains the positions that
train supervised uses for validation at the same share.

Example:
   gammonlab dataset split all.parquet --train train.parquet --validation validation.parquet \
      --test test.parquet --shares 0.9,0.05,0.05`,
		Local: true, Serial: true, Run: runSplit,
	}
}

func runSplit(ctx context.Context, w *splitWork, env *work.Env) (*upkeep.Parts, error) {
	f, err := datasets.Open(w.File)
	if err != nil {
		return nil, err
	}
	total := f.Len()
	f.Close()
	// The training part comes last, so the first parts are the rows that other commands
	// hold out by the same hash.
	parts := w.parts
	var order []upkeep.Part
	for i := range parts {
		order = append(order, parts[(i+1)%len(parts)])
	}
	bad, err := upkeep.Split(ctx, w.File, order, upkeep.SplitOptions{Salt: w.Salt, SkipBad: w.SkipBad, Progress: env.Add(total)})
	if err != nil {
		return nil, err
	}
	for i := range order {
		parts[(i+1)%len(parts)] = order[i]
	}
	return &upkeep.Parts{Parts: parts, Bad: bad}, nil
}
