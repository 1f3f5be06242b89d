package foreign

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
	"gammonlab/internal/safetensors"
	"gammonlab/nets"
)

const pubeval = "pubeval122@1"

// random returns a net with random weights and biases.
func random(t testing.TB, head nets.Activation, activations []nets.Activation, hidden ...int) *nets.Net {
	t.Helper()
	n := must.Get(nets.NewRandom(nets.Spec{Features: pubeval, Hidden: hidden, Activations: activations, Head: head}, 7))(t)
	file := must.Get(nets.NewModel(n, board.Backgammon).Encode())(t)
	tensors, metadata, err := safetensors.Decode(file)
	must.OK(t, err)
	for name, tensor := range tensors {
		for i := range tensor.Data {
			tensor.Data[i] += float32(len(name)+i%5) / 100
		}
	}
	return must.Get(must.Get(nets.Decode(must.Get(safetensors.Encode(tensors, metadata))(t)))(t).Single())(t)
}

// ONNX files of this program are unchanged, to the bit, after import, with all
// activations.
func TestONNXRoundTrip(t *testing.T) {
	for _, c := range []struct {
		head        nets.Activation
		activations []nets.Activation
		hidden      []int
	}{
		{"", []nets.Activation{nets.ReLU}, []int{7}},
		{"", []nets.Activation{nets.Sigmoid, nets.Tanh, nets.GnubgSigmoid, nets.ReLU}, []int{4, 3, 5, 2}},
		{nets.GnubgSigmoid, []nets.Activation{nets.GnubgSigmoid, nets.GnubgSigmoid}, []int{6, 4}},
	} {
		m := nets.NewModel(random(t, c.head, c.activations, c.hidden...), board.Nackgammon)
		m.Provenance["seed"] = "7"
		n := must.Get(decodeONNX(must.Get(m.EncodeONNX(nets.All))(t)))(t)
		again := must.Get(Model([]Source{{Name: "net.onnx", Net: n}}, nil, board.Backgammon))(t)
		if got, want := must.Get(again.Encode())(t), must.Get(m.Encode())(t); !bytes.Equal(got, want) {
			t.Errorf("%v, head %q: another model came back", c.activations, c.head)
		}
	}
}

// byClass returns a model of nets for three classes.
func byClass(t *testing.T) *nets.Model {
	m := &nets.Model{Nets: map[nets.Part]*nets.Net{}, Variant: board.Backgammon, Provenance: map[string]string{"seed": "1"}}
	for i, part := range []nets.Part{nets.Race, nets.Crashed, nets.Contact} {
		m.Nets[part] = random(t, "", []nets.Activation{nets.ReLU}, 3+i)
	}
	return m
}

// A model of several nets can be imported from a file for each net; nets for
// other parts come from another model.
func TestJoin(t *testing.T) {
	m := byClass(t)
	var sources []Source
	for _, part := range []nets.Part{nets.Race, nets.Crashed, nets.Contact} {
		n := must.Get(decodeONNX(must.Get(m.EncodeONNX(part))(t)))(t)
		sources = append(sources, Source{Name: string(part), Net: n})
	}
	want := must.Get(m.Encode())(t)
	if got := must.Get(must.Get(Model(sources, nil, board.Backgammon))(t).Encode())(t); !bytes.Equal(got, want) {
		t.Error("another model came back")
	}
	must.Fail(t, must.Err(Model(sources[:2], nil, board.Backgammon)), "none evaluates contact")
	must.Fail(t, must.Err(Model(append(sources, sources[0]), nil, board.Backgammon)), "race and race are both nets for race")
	other := &nets.Model{Nets: m.Nets, Variant: board.Nackgammon}
	must.Fail(t, must.Err(Model(sources, other, board.Backgammon)), "race: a net for backgammon, the others are for nackgammon")

	changed := random(t, "", []nets.Activation{nets.Tanh}, 9)
	file := must.Get(nets.NewModel(changed, board.Backgammon).EncodeONNX(nets.All))(t)
	sources = []Source{{Name: "new", Net: must.Get(decodeONNX(file))(t), Settings: Settings{Part: nets.Crashed}}}
	joined := must.Get(Model(sources, m, board.Backgammon))(t)
	if got := joined.Nets[nets.Crashed].Spec().String(); got != "122-9-5" || joined.Nets[nets.Race] != m.Nets[nets.Race] {
		t.Errorf("the net for crashed positions is %s, and that for races has changed or not", got)
	}
	if got, want := joined.Provenance["base"], must.Get(m.Digest())(t); got != want || joined.Provenance["imported_crashed"] != "ONNX gammonlab" {
		t.Errorf("provenance %v, want base %s", joined.Provenance, want)
	}
}

// stateDict returns the net's parameters under names of PyTorch's.
func stateDict(t testing.TB, n *nets.Net, names ...string) map[string]safetensors.Tensor {
	t.Helper()
	ours, _, err := safetensors.Decode(must.Get(nets.NewModel(n, board.Backgammon).Encode())(t))
	must.OK(t, err)
	tensors := map[string]safetensors.Tensor{}
	for i, name := range names {
		tensors[name+"weight"] = ours[fmt.Sprintf("all.layer%d.weight", i)]
		tensors[name+"bias"] = ours[fmt.Sprintf("all.layer%d.bias", i)]
	}
	return tensors
}

// Parameters under PyTorch's names give the same net, by flags or by metadata.
func TestStateDict(t *testing.T) {
	net := random(t, "", []nets.Activation{nets.ReLU, nets.Tanh}, 6, 4)
	want := must.Get(nets.NewModel(net, board.Backgammon).Encode())(t)
	flags := Settings{Features: "pubeval122", Activations: []nets.Activation{nets.ReLU, nets.Tanh}}
	for _, c := range []struct {
		names    []string
		metadata map[string]string
		settings Settings
	}{
		{[]string{"0.", "2.", "10."}, nil, flags},
		{[]string{"net.fc1.", "net.fc2.", "net.out."}, map[string]string{"format": "pt"}, flags},
		{[]string{"0.", "2.", "4."}, map[string]string{"features": pubeval, "activations": "relu,tanh", "head": "sigmoid"}, Settings{}},
	} {
		path := filepath.Join(t.TempDir(), "net.safetensors")
		must.OK(t, os.WriteFile(path, must.Get(safetensors.Encode(stateDict(t, net, c.names...), c.metadata))(t), 0o666))
		m := must.Get(Model([]Source{{path, must.Get(Load(path))(t), c.settings}}, nil, board.Backgammon))(t)
		if got := m.Provenance["imported_all"]; got != "safetensors" {
			t.Errorf("imported from %q", got)
		}
		clear(m.Provenance)
		if !bytes.Equal(must.Get(m.Encode())(t), want) {
			t.Errorf("%v: another net", c.names)
		}
	}
}

func TestStateDictMistakes(t *testing.T) {
	good := func() map[string]safetensors.Tensor {
		return stateDict(t, random(t, "", []nets.Activation{nets.ReLU}, 6), "0.", "2.")
	}
	relu := Settings{Features: "pubeval122", Activations: []nets.Activation{nets.ReLU}}
	for _, c := range []struct {
		change   func(map[string]safetensors.Tensor)
		metadata map[string]string
		settings Settings
		want     string
	}{
		{nil, nil, Settings{Activations: relu.Activations}, "does not name the feature set of its inputs: name it"},
		{nil, nil, Settings{Features: "pubeval122"}, "does not name the activation of its hidden layers: name it"},
		{nil, nil, Settings{Features: "tesauro198", Activations: relu.Activations}, "0.weight takes 122 inputs, the feature set tesauro198@1 has 198"},
		{nil, map[string]string{"features": "tesauro198"}, relu, "in the file's metadata, pubeval122@1 is given"},
		{nil, map[string]string{"features": "mine@1", "module": "example.com/lab"}, Settings{Activations: relu.Activations},
			`unknown set "mine@1", want one of gnubg-base200, gnubg-contact250, gnubg-crashed250, gnubg-race214, perspective196, pubeval122, tesauro198, ` +
				`or a set that this program registers (docs/extending.md); the module "example.com/lab" registers it`},
		{nil, map[string]string{"activations": "tanh"}, relu, "[tanh] in the file, [relu] is given"},
		{nil, map[string]string{"head": "relu"}, relu, `head is "relu"`},
		{nil, nil, Settings{Features: "pubeval122", Activations: []nets.Activation{nets.ReLU, nets.ReLU}}, "2 activations for 1 hidden layers"},
		{func(all map[string]safetensors.Tensor) { delete(all, "2.bias") }, nil, relu, "tensor 2.bias is missing"},
		{func(all map[string]safetensors.Tensor) { delete(all, "2.weight") }, nil, relu, "tensor 2.bias is not a parameter of a layer"},
		{func(all map[string]safetensors.Tensor) { delete(all, "2.weight"); delete(all, "2.bias") }, nil, relu, "1 layers, want at least 2"},
		{func(all map[string]safetensors.Tensor) { all["1.running_mean"] = all["0.bias"] }, nil, relu, "1.running_mean is not a parameter"},
		{func(all map[string]safetensors.Tensor) { all["2.bias"] = safetensors.Vector(make([]float32, 4)) }, nil, relu, "2.bias has shape [4], want [5]"},
		{func(all map[string]safetensors.Tensor) {
			w := all["2.weight"]
			w.Shape = []int{6, 5}
			all["2.weight"] = w
		}, nil, relu, "transpose it"},
		{func(all map[string]safetensors.Tensor) {
			all["1.weight"], all["1.bias"] = all["0.weight"], all["0.bias"]
		}, nil, relu,
			"1.weight takes 122 values, 0.weight before it has 6 units; the layers as [outputs, inputs] in their order: 0.weight [6, 122]"},
		{func(all map[string]safetensors.Tensor) { all["0.weight"].Data[3] = float32(inf()) }, nil, relu, "value 3 is +Inf"},
	} {
		tensors := good()
		if c.change != nil {
			c.change(tensors)
		}
		n, err := fromTensors("safetensors", tensors, c.metadata)
		if err == nil {
			_, err = Model([]Source{{"net", n, c.settings}}, nil, board.Backgammon)
		}
		must.Fail(t, err, c.want)
	}
}

func inf() float64 { x := 1e300; return x * x }

func TestLoadMistakes(t *testing.T) {
	dir := t.TempDir()
	model := must.Get(nets.NewModel(random(t, "", []nets.Activation{nets.ReLU}, 2), board.Backgammon).Encode())(t)
	for name, c := range map[string]struct{ data, want string }{
		"net.pt":            {"", `extension ".pt", want .safetensors, .npz or .onnx; PyTorch writes these`},
		"net":               {"", `extension "", want`},
		"model.safetensors": {string(model), "a model already"},
		"x.npz":             {"PK", "not a NumPy archive"},
		"x.onnx":            {"hello", "not an ONNX file, or damaged"},
		"empty.onnx":        {"", "0 graphs, want 1"},
	} {
		path := filepath.Join(dir, name)
		must.OK(t, os.WriteFile(path, []byte(c.data), 0o666))
		must.Fail(t, must.Err(Load(path)), c.want)
		must.Fail(t, must.Err(Load(path)), path)
	}
	must.Fail(t, must.Err(Load(filepath.Join(dir, "missing.onnx"))), "no such file")
}

func TestNaturalOrder(t *testing.T) {
	for _, pair := range [][2]string{{"0.", "2."}, {"2.", "10."}, {"fc1.", "fc2."}, {"fc2.", "out."}, {"a.2.b1.", "a.10.b0."}, {"a", "a1"}} {
		if compareNatural(pair[0], pair[1]) >= 0 || compareNatural(pair[1], pair[0]) <= 0 {
			t.Errorf("%q does not come before %q", pair[0], pair[1])
		}
	}
}
