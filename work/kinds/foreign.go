package kinds

import (
	"context"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/evalbench/promotion"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/foreign"
	"gammonlab/work"
)

// importWork has the settings of the command weights import.
type importWork struct {
	Files []string `json:"files" required:"true" path:"in" place:"FILE..." help:"<FILE>s of nets"`
	modelOut
	Features   string         `json:"features" shown:"that of the files" help:"feature <SET> of the inputs"`
	Activation string         `json:"activation" shown:"that of the files" help:"activation <NAME> of the hidden layers, or one for each layer, joined by commas"`
	Part       string         `json:"part" shown:"that of the files, or all" help:"<PARTS> of the model that the nets are for, joined by commas: all, or race, crashed, contact, pruning-race, pruning-crashed, pruning-contact"`
	Base       named.Model    `json:"base" help:"use the nets of <MODEL> for other parts"`
	Logits     bool           `json:"logits" help:"add a sigmoid to ONNX nets that end without one"`
	Variant    *board.Variant `json:"variant" group:"Rules, cube and score" shown:"that of the files, or backgammon" help:"variant <GAME>: backgammon, nackgammon, hypergammon1, hypergammon2 or hypergammon3"`

	nets []foreign.Settings // of each file, after Validate
	base *nets.Model        // after Open; nil for none
}

// Validate finds the settings of each net. It returns an error for the first invalid setting.
func (w *importWork) Validate() error {
	if err := w.check(); err != nil {
		return err
	}
	w.nets = make([]foreign.Settings, len(w.Files))
	for _, of := range []struct {
		name      setting.Name
		text, sep string
		set       func(s *foreign.Settings, value string) error
	}{
		{"part", w.Part, ",", func(s *foreign.Settings, value string) error { s.Part = nets.Part(value); return nil }},
		{"features", w.Features, "/", func(s *foreign.Settings, value string) error { s.Features = value; return nil }},
		{"activation", w.Activation, "/", func(s *foreign.Settings, value string) (err error) {
			s.Activations, err = nets.ParseActivations(value)
			return err
		}},
	} {
		if of.text == "" {
			continue
		}
		if err := w.each(of.name, strings.Split(of.text, of.sep), of.set); err != nil {
			return err
		}
	}
	for i := range w.nets {
		w.nets[i].Logits = w.Logits
	}
	return nil
}

// each sets a setting of each net: to its own value, or to the only one.
func (w *importWork) each(name setting.Name, values []string, set func(s *foreign.Settings, value string) error) error {
	n := len(w.nets)
	if len(values) != 1 && len(values) != n {
		return setting.Errorf("%s has values for %d nets, want one for all or one for each of %d", name, len(values), n)
	}
	for i := range w.nets {
		if err := set(&w.nets[i], values[min(i, len(values)-1)]); err != nil {
			return setting.In(name, err)
		}
	}
	return nil
}

// Open loads the model for other parts.
func (w *importWork) Open(o *named.Opener) (err error) {
	if w.Base.IsSet() {
		w.base, err = loadNets(o, w.Base.Name)
	}
	return err
}

func importKind() work.Kind[importWork, *promotion.Info] {
	return work.Kind[importWork, *promotion.Info]{
		Name: "weights import", Title: "Nets of other programs", Unit: "models",
		Usage: "import nets of other programs into a model",
		Help: `Reads a net from each file and writes a model. A net has at least one hidden layer
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
		Local: true, Serial: true, Run: runImport,
	}
}

func runImport(_ context.Context, w *importWork, _ *work.Env) (*promotion.Info, error) {
	var sources []foreign.Source
	for i, path := range w.Files {
		net, err := foreign.Load(path)
		if err != nil {
			return nil, err
		}
		sources = append(sources, foreign.Source{Name: path, Net: net, Settings: w.nets[i]})
	}
	variant := board.Backgammon
	if w.Variant != nil {
		variant = *w.Variant
	}
	m, err := foreign.Model(sources, w.base, variant)
	if err != nil {
		return nil, err
	}
	if w.Variant != nil && m.Variant != variant {
		return nil, work.Refused(setting.Errorf("%s is %v, the files say %v", setting.Name("variant"), variant, m.Variant))
	}
	return w.saved(m)
}
