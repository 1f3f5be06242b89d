package cliutil

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/internal/engine/evaluator"
	"gammonlab/nets"
)

// ModelFlag returns the flag that names a model.
func ModelFlag() cli.Flag {
	return &cli.StringFlag{Name: "model", Category: ModelGroup, Value: nets.DefaultNet, Usage: "`MODEL` that evaluates: " + ModelForms()}
}

// PrecisionFlag returns the flag for the precision in which the model evaluates.
func PrecisionFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "precision", Category: ModelGroup, DefaultText: "the model's",
		Usage: "`PRECISION` of the model's products: float32, or int16 (faster for large nets; costs up to 0.3 mEq)",
		Action: func(_ *cli.Context, name string) error {
			if _, err := nets.ParsePrecision(name); err != nil {
				return Usagef("--precision: %w", err)
			}
			return nil
		},
	}
}

// ModelFromFlags returns the model of the flags.
func ModelFromFlags(c *cli.Context) (*nets.Model, error) {
	model, err := OpenModel(c.String("model"))
	switch {
	case err != nil || !c.IsSet("precision"):
		return model, err
	case model.By != nil:
		return nil, Usagef("--precision has no effect on %v", model.By)
	}
	return model.In(nets.Precision(c.String("precision"))), nil
}

// ModelForms describes the possible values of the flag model.
func ModelForms() string {
	return "a shipped net (" + strings.Join(nets.Shipped(), ", ") + "), a safetensors file, gnubg weights or evaluator:COMMAND"
}

// OpenModel returns the model with a name, see [LoadModel], or starts the program of the text
// evaluator:COMMAND.
func OpenModel(name string) (*nets.Model, error) {
	command, ok := strings.CutPrefix(name, "evaluator:")
	if !ok {
		return LoadModel(name)
	}
	p, err := evaluator.Start(command, evaluator.DefaultLimits())
	if err != nil {
		return nil, err
	}
	return p.Model(), nil
}

// LoadModel returns the shipped net of the given name. If there is none, it loads the
// file of that name.
func LoadModel(nameOrPath string) (*nets.Model, error) {
	if slices.Contains(nets.Shipped(), nameOrPath) {
		return nets.LoadShipped(nameOrPath)
	}
	m, err := nets.Load(nameOrPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("model %q is neither a file nor a shipped net (%s)",
			nameOrPath, strings.Join(nets.Shipped(), ", "))
	}
	return m, err
}

// VariantFlag returns the flag for the variant; def describes the default.
func VariantFlag(def string) cli.Flag {
	return &cli.StringFlag{
		Name: "variant", Category: RulesGroup, DefaultText: def, Usage: "variant `GAME`: backgammon, nackgammon, hypergammon1, hypergammon2 or hypergammon3",
		Action: func(_ *cli.Context, name string) error {
			if _, err := board.ParseVariant(name); err != nil {
				return Usagef("--variant: %w", err)
			}
			return nil
		},
	}
}

// VariantOr returns the value of the variant flag, or def if it is not set.
func VariantOr(c *cli.Context, def board.Variant) board.Variant {
	if v, err := board.ParseVariant(c.String("variant")); err == nil {
		return v
	}
	return def
}

// EvaluatorFromFlags returns the evaluator and the variant of the flags.
func EvaluatorFromFlags(c *cli.Context) (*engine.Static, board.Variant, error) {
	model, variant, err := ModelAndVariant(c)
	if err != nil {
		return nil, 0, err
	}
	databases, err := DatabasesFromFlag(c)
	if err != nil {
		return nil, 0, err
	}
	return engine.NewStatic(model, databases), variant, nil
}

// ModelAndVariant returns the model and the variant of the flags. If the net was trained
// for another variant, it prints a warning.
func ModelAndVariant(c *cli.Context) (*nets.Model, board.Variant, error) {
	model, err := ModelFromFlags(c)
	if err != nil {
		return nil, 0, err
	}
	variant := VariantOr(c, model.Variant)
	warnOther(c, model.Variant, variant)
	return model, variant, nil
}

// OpenNet opens what settings name, which contain the settings of a net. If the net was
// trained for another variant, it prints a warning.
func OpenNet(c *cli.Context, o *named.Opener, settings interface{ Open(*named.Opener) error }, net *named.Net) error {
	if err := Opened(settings.Open(o)); err != nil {
		return err
	}
	warnOther(c, net.Static().Variant(), net.Game())
	return nil
}

// warnOther prints a warning if games of a variant are played by a net of another one.
func warnOther(c *cli.Context, of, variant board.Variant) {
	if variant != of {
		WarnVariant(c, "", of, variant)
	}
}
