package kinds

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gammonlab/engine/named"
	"gammonlab/evalbench/promotion"
	"gammonlab/nets"
	"gammonlab/work"
)

// modelIn is the model that work reads, the only argument of its command.
type modelIn struct {
	Model named.Model `json:"model" required:"true" place:"MODEL" help:"<MODEL>"`

	model *nets.Model // after Open
}

// CheckArguments returns an error unless the command has one argument.
func (*modelIn) CheckArguments(all []string) error {
	switch {
	case len(all) == 0:
		return errors.New("no weight file given")
	case len(all) > 1:
		return fmt.Errorf("unexpected argument %q: one weight file at a time, after the flags", all[1])
	}
	return nil
}

// Open loads the model.
func (m *modelIn) Open(o *named.Opener) (err error) {
	m.model, err = loadNets(o, m.Model.Name)
	return err
}

// loadNets loads a model. Unlike a setting that [named.Open] opens, the model need not evaluate
// all classes, and no program can take its place.
func loadNets(o *named.Opener, name string) (*nets.Model, error) {
	if _, program := named.Command(name); program {
		return nil, named.NotLoaded(fmt.Errorf("%s is a program, want a model with nets", name))
	}
	m, err := o.Model(name)
	if err != nil {
		return nil, named.NotLoaded(err)
	}
	return m, nil
}

// writtenModel is a model that work has written, with a text of its own. As JSON it is the info.
type writtenModel struct {
	*promotion.Info
	text string
}

// Text returns the text.
func (m *writtenModel) Text() string { return m.text }

// saved writes a model to a file, and describes it.
func (o *modelOut) saved(m *nets.Model) (*promotion.Info, error) {
	if err := m.Save(o.Out); err != nil {
		return nil, err
	}
	return promotion.NewInfo(o.Out, m)
}

// written has the files of work that only writes files.
type written struct {
	Files []string `json:"files"`
}

// Text returns a line for each file.
func (w *written) Text() string {
	var b strings.Builder
	for _, path := range w.Files {
		b.WriteString(path + "\n")
	}
	return b.String()
}

func modelInfoKind() work.Kind[modelIn, *promotion.Info] {
	return work.Kind[modelIn, *promotion.Info]{
		Name: "weights info", Title: "Model", Unit: "models",
		Usage: "print the nets and provenance of a model",
		Help: `Prints the shapes and provenance of the nets in a weight file or shipped model, and the test
by which they replaced others (weights promote). The digest is the SHA-256 of the file. Shipped
models are ` + strings.Join(nets.Shipped(), ", ") + `.

Example:
   gammonlab weights info default
   gammonlab weights info --json runs/first/model.safetensors`,
		Local: true, Serial: true,
		Run: func(_ context.Context, m *modelIn, _ *work.Env) (*promotion.Info, error) {
			return promotion.NewInfo(m.Model.Name, m.model)
		},
	}
}

func modelVerifyKind() work.Kind[modelIn, *promotion.Verified] {
	return work.Kind[modelIn, *promotion.Verified]{
		Name: "weights verify", Title: "Check of a model", Unit: "models",
		Usage: "verify the integrity of a weight file and its nets",
		Help: `Checks sizes, names, values and the SHA-256 of a weight file, and evaluates positions of random
games: the outputs must be ordered probabilities, and exact at the end of a game. Files of gnubg
and of earlier versions contain no SHA-256. Evidence of a promotion
must belong to this net and be consistent.

Example:
   gammonlab weights verify runs/first/model.safetensors`,
		Local: true, Serial: true,
		Run: func(_ context.Context, m *modelIn, _ *work.Env) (*promotion.Verified, error) {
			return promotion.Verify(m.Model.Name, m.model)
		},
	}
}
