package weights

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/promotion"
	"gammonlab/nets"
	"gammonlab/nets/foreign"
)

func importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "import nets of other programs into a model",
		ArgsUsage: "FILE...",
		Description: `Reads a net from each file and writes a model. A net has at least one hidden layer
and five outputs: the probabilities of the player on roll to win, to win a gammon or
more and a backgammon, to lose a gammon or more and a backgammon. Its inputs are
those of a feature set (features export). The formats are

   .safetensors  NAME.weight of shape [outputs, inputs] and NAME.bias for each layer,
                 such as 0.weight of a state_dict of nn.Sequential; float32, float64,
                 float16 or bfloat16. The outputs get a sigmoid
   .npz          the same names, written by numpy.savez
   .onnx         layers of Gemm, MatMul and Add, with Relu, Sigmoid or Tanh, and a
                 Sigmoid at the end; a file of weights convert gives the same model

--features, --activation and --part take one value for all files or one for each,
joined by / (--part by commas). ONNX files contain the activations, and those of weights
convert also features and part. The metadata of a safetensors file may contain features,
activations and net (the part).

Example:
   gammonlab weights import net.safetensors --features gnubg-contact250 --activation relu --out model.safetensors
   gammonlab weights import contact.onnx --features gnubg-contact250 --part contact --base default --out model.safetensors
   gammonlab weights import race.npz crashed.npz contact.npz --part race,crashed,contact \
      --features gnubg-race214/gnubg-crashed250/gnubg-contact250 --activation relu --out model.safetensors`,
		Flags: []cli.Flag{
			outFlag(),
			&cli.StringFlag{Name: "features", DefaultText: "that of the files", Usage: "feature `SET` of the inputs"},
			&cli.StringFlag{Name: "activation", DefaultText: "that of the files", Usage: "activation `NAME` of the hidden layers, or one for each layer, joined by commas"},
			&cli.StringFlag{Name: "part", DefaultText: "that of the files, or all", Usage: "`PARTS` of the model that the nets are for, joined by commas: all, or race, crashed, contact, pruning-race, pruning-crashed, pruning-contact"},
			&cli.StringFlag{Name: "base", Usage: "use the nets of `MODEL` for other parts"},
			&cli.BoolFlag{Name: "logits", Usage: "add a sigmoid to ONNX nets that end without one"},
			cliutil.VariantFlag("that of the files, or backgammon"),
			cliutil.JSONFlag(promotion.Info{}),
		},
		Action: writes(runImport),
	}
}

// runImport runs the command.
func runImport(c *cli.Context) error {
	out := c.String("out")
	paths, err := cliutil.FileArguments(c)
	if err != nil {
		return err
	}
	settings, err := importSettings(c, len(paths))
	if err != nil {
		return cliutil.Usage(err)
	}
	m, err := importedModel(c, paths, settings)
	if err != nil {
		return err
	}
	if err := m.Save(out); err != nil {
		return err
	}
	info, err := promotion.NewInfo(out, m)
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, info)
}

// importedModel returns the model of the nets in the files.
func importedModel(c *cli.Context, paths []string, settings []foreign.Settings) (m *nets.Model, err error) {
	var base *nets.Model
	if name := c.String("base"); name != "" {
		if base, err = cliutil.LoadModel(name); err != nil {
			return nil, err
		}
	}
	var sources []foreign.Source
	for i, path := range paths {
		net, err := foreign.Load(path)
		if err != nil {
			return nil, err
		}
		sources = append(sources, foreign.Source{Name: path, Net: net, Settings: settings[i]})
	}
	variant := cliutil.VariantOr(c, board.Backgammon)
	m, err = foreign.Model(sources, base, variant)
	if err == nil && c.IsSet("variant") && m.Variant != variant {
		err = cliutil.Usagef("--variant is %v, the files say %v", variant, m.Variant)
	}
	return m, err
}

// importSettings returns the settings of each of n nets.
func importSettings(c *cli.Context, n int) ([]foreign.Settings, error) {
	settings := make([]foreign.Settings, n)
	for _, flag := range []struct {
		name, separator string
		set             func(s *foreign.Settings, value string) error
	}{
		{"part", ",", func(s *foreign.Settings, value string) error { s.Part = nets.Part(value); return nil }},
		{"features", "/", func(s *foreign.Settings, value string) error { s.Features = value; return nil }},
		{"activation", "/", func(s *foreign.Settings, value string) (err error) {
			s.Activations, err = nets.ParseActivations(value)
			return err
		}},
	} {
		if !c.IsSet(flag.name) {
			continue
		}
		values := strings.Split(c.String(flag.name), flag.separator)
		if len(values) != 1 && len(values) != n {
			return nil, cliutil.Usagef("--%s has values for %d nets, want one for all or one for each of %d", flag.name, len(values), n)
		}
		for i := range settings {
			if err := flag.set(&settings[i], values[min(i, len(values)-1)]); err != nil {
				return nil, cliutil.Usagef("--%s: %w", flag.name, err)
			}
		}
	}
	for i := range settings {
		settings[i].Logits = c.Bool("logits")
	}
	return settings, nil
}
