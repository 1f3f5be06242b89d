package cliutil

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine/evaluator"
	"gammonlab/engine/named"
	"gammonlab/internal/nearest"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// net has the settings of a net.
type net struct {
	named.Net `group:"Model and search"`
}

// NetFlags returns the flags of a net that evaluates, without those of the given settings.
func NetFlags(except ...setting.Name) []cli.Flag { return FlagsOf(new(net), except...) }

// NetFromFlags reads the flags of [NetFlags] and opens the net, without the given settings. If
// it was trained for another variant, it prints a warning.
func NetFromFlags(c *cli.Context, except ...setting.Name) (*named.Net, error) {
	n := new(net)
	if err := ReadSettings(c, n, nil); err != nil {
		return nil, err
	}
	if slices.Contains(except, "bearoff") {
		n.Bearoff = named.Databases{}
	}
	return &n.Net, OpenNet(c, Opener(c), n, &n.Net)
}

// ModelForms describes the possible values of the flag model.
func ModelForms() string {
	return "a shipped net (" + strings.Join(nets.Shipped(), ", ") + "), a safetensors file, gnubg weights or evaluator:COMMAND"
}

// StartProgram returns the function that starts programs by their names evaluator:COMMAND.
func StartProgram(ctx context.Context) func(name string) (named.Program, error) {
	return func(name string) (named.Program, error) {
		command, _ := named.Command(name)
		return evaluator.Start(ctx, command, evaluator.DefaultLimits())
	}
}

// LoadModel returns the shipped net of the given name. If there is none, it loads the
// file of that name.
func LoadModel(nameOrPath string) (*nets.Model, error) {
	if slices.Contains(nets.Shipped(), nameOrPath) {
		return nets.LoadShipped(nameOrPath)
	}
	m, err := nets.Load(nameOrPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("model %q is neither a file nor a shipped net (%s)%s",
			nameOrPath, strings.Join(nets.Shipped(), ", "), nearest.Question(nameOrPath, nets.Shipped()))
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

// OpenNet opens what settings name, which contain the settings of a net. If the net was
// trained for another variant, it prints a warning.
func OpenNet(c *cli.Context, o *named.Opener, settings interface{ Open(*named.Opener) error }, net *named.Net) error {
	if err := Opened(settings.Open(o)); err != nil {
		return err
	}
	warnOther(c, net.Trained(), net.Game())
	return nil
}

// warnOther prints a warning if games of a variant are played by a net of another one.
func warnOther(c *cli.Context, of, variant board.Variant) {
	if variant != of {
		WarnVariant(c, "", of, variant)
	}
}
