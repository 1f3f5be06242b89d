package kinds

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gammonlab/datasets"
	"gammonlab/features"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/supervised/inputs"
	"gammonlab/work"
)

// exportInputsWork has the settings of the command features export.
type exportInputsWork struct {
	Database string `json:"database" required:"true" path:"in" place:"DATABASE" help:"<DATABASE>"`
	Out      string `json:"out" required:"true" path:"out" file:"inputs.parquet" help:"output <FILE>, .npy or .parquet"`
	Features string `json:"features" help:"feature <SET> (see features list), or several joined by +; required"`
	Part     string `json:"part" default:"all" help:"write the positions of these <PARTS> of a model, joined by commas: all, or race, crashed, contact"`

	inputs inputs.Settings // after Validate
}

// CheckArguments returns an error unless the command has one argument.
func (*exportInputsWork) CheckArguments(all []string) error {
	switch {
	case len(all) == 0:
		return errors.New("no file given")
	case len(all) > 1:
		return fmt.Errorf("unexpected argument %q: one file at a time", all[1])
	}
	return nil
}

// Validate finds the inputs and the parts. It returns an error for the first invalid setting.
func (w *exportInputsWork) Validate() (err error) {
	if w.Features == "" {
		return setting.Errorf("%s is required", setting.Name("features"))
	}
	if err := inputs.Check(w.Out); err != nil {
		return setting.In("out", err)
	}
	w.inputs = inputs.Settings{}
	if w.inputs.Set, err = features.Lookup(w.Features); err != nil {
		return setting.In("features", err)
	}
	for part := range strings.SplitSeq(w.Part, ",") {
		w.inputs.Parts = append(w.inputs.Parts, nets.Part(part))
	}
	return setting.In("part", w.inputs.Validate())
}

// PathsOf returns the files that are written for a path.
func (*exportInputsWork) PathsOf(_, path string, _ func(name string) string) []string {
	return inputs.Files(path)
}

// exportedInputs is the result of the command.
type exportedInputs struct {
	Files []string `json:"files"`
	inputs.Exported
}

// Text describes the written files.
func (done *exportedInputs) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d %s of %d inputs\n", strings.Join(done.Files, ", "), done.Rows, plaintext.Noun(done.Rows, "row", "rows"), done.Inputs)
	for _, left := range []struct {
		n    int64
		what string
	}{{done.Other, "of other classes"}, {done.Unlabelled, "without a label"}, {done.Over, "where the game is over"}} {
		if left.n > 0 {
			fmt.Fprintf(&b, "left out: %d %s %s\n", left.n, plaintext.Noun(left.n, "row", "rows"), left.what)
		}
	}
	return b.String()
}

func exportInputsKind() work.Kind[exportInputsWork, *exportedInputs] {
	return work.Kind[exportInputsWork, *exportedInputs]{
		Name: "features export", Title: "Inputs for other programs", Unit: "rows",
		Usage: "export the inputs and targets of a database for other programs",
		Help: `Writes the inputs of a feature set for the positions of a database, and their five target
probabilities: bit for bit the training data of train supervised. Rows without a label and
positions after the end of the game are omitted. The extension of --out selects the format:

   .parquet  a table with the columns key (the ten bytes whose Base64 is the position
             ID), class, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
             and a column input.NAME for each input
   .npy      NumPy's arrays, a row for each position. FILE.npy becomes FILE.inputs.npy
             and FILE.targets.npy (float32), FILE.classes.npy and FILE.keys.npy (uint8)
             and FILE.json, which has the names of the columns and the codes of the
             classes, and is written last

Memory use does not depend on the size of the database, except for the footer of .parquet: 100
bytes per row of 250 inputs.

Example:
   gammonlab features export --features gnubg-contact250 --part contact --out contact.npy positions.parquet
   gammonlab features export --features perspective196 --out all.parquet positions.parquet`,
		Local: true, Serial: true, Run: runExportInputs,
	}
}

func runExportInputs(ctx context.Context, w *exportInputsWork, env *work.Env) (*exportedInputs, error) {
	db, err := datasets.Open(w.Database)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	done, err := inputs.Export(ctx, w.Out, db, w.inputs, env.Add(db.Len()))
	if err != nil {
		return nil, err
	}
	return &exportedInputs{inputs.Files(w.Out), done}, nil
}

func setsKind() work.Kind[struct{}, features.SetList] {
	return work.Kind[struct{}, features.SetList]{
		Name: "features list", Title: "Feature sets", Unit: "sets",
		Usage: "list the feature sets",
		Help: `Prints the feature sets with their versions and numbers of inputs. A SET may be several names
joined by +, such as perspective196+gnubg-contact250: the inputs of all of them.

Example:
   gammonlab features list`,
		Local: true, Serial: true, Results: []any{features.List()},
		Run: func(context.Context, *struct{}, *work.Env) (features.SetList, error) { return features.List(), nil },
	}
}
