package nets

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/internal/safetensors"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// smallModel is a model of few, known weights.
func smallModel(t testing.TB) *Model {
	n := randomNet(t, features.Pubeval122{}, Tanh, 3, 2)
	n.Params()[0] = float32(math.Copysign(0, -1))
	n.head.b[0] = math.SmallestNonzeroFloat32
	n.head.b[1] = 9e29 // almost the most
	return &Model{Nets: map[Part]*Net{All: n}, Variant: board.Hypergammon3, Provenance: map[string]string{
		"games": "1000",
		"note":  "quotes \" and \\, <tags> & Zeichen: äλ√",
	}}
}

// wantSameModel fails the test unless got equals want to the bit.
func wantSameModel(t *testing.T, got, want *Model) {
	t.Helper()
	if !reflect.DeepEqual(got.Nets[All].Spec(), want.Nets[All].Spec()) {
		t.Errorf("spec %+v, want %+v", got.Nets[All].Spec(), want.Nets[All].Spec())
	}
	if got.Variant != want.Variant {
		t.Errorf("variant %v, want %v", got.Variant, want.Variant)
	}
	if !maps.Equal(got.Provenance, want.Provenance) {
		t.Errorf("provenance %q, want %q", got.Provenance, want.Provenance)
	}
	for i, w := range want.Nets[All].Params() {
		if math.Float32bits(got.Nets[All].Params()[i]) != math.Float32bits(w) {
			t.Fatalf("parameter %d is %v, want %v", i, got.Nets[All].Params()[i], w)
		}
	}
}

func TestModelRoundTrip(t *testing.T) {
	eachNet(t, func(t *testing.T, n *Net) {
		want := &Model{Nets: map[Part]*Net{All: n}, Variant: board.Nackgammon, Provenance: map[string]string{"games": "7"}}
		file := must.Get(want.Encode())(t)
		got := must.Get(Decode(file))(t)
		wantSameModel(t, got, want)
		if again := must.Get(got.Encode())(t); !bytes.Equal(again, file) {
			t.Error("a model that was read is written otherwise")
		}
	})
	t.Run("special values", func(t *testing.T) {
		want := smallModel(t)
		got := must.Get(Decode(must.Get(want.Encode())(t)))(t)
		wantSameModel(t, got, want)
	})
	t.Run("every variant", func(t *testing.T) {
		for _, v := range board.Variants() {
			m := smallModel(t)
			m.Variant, m.Provenance = v, nil
			got, err := Decode(must.Get(m.Encode())(t))
			if err != nil || got.Variant != v {
				t.Errorf("%v: got %v, %v", v, got, err)
			}
		}
	})
}

func TestEqualModelsGiveEqualBytes(t *testing.T) {
	want := must.Get(smallModel(t).Encode())(t)
	wantDigest := must.Get(smallModel(t).Digest())(t)
	for range 20 { // maps are walked in another order each time
		if !bytes.Equal(must.Get(smallModel(t).Encode())(t), want) {
			t.Fatal("equal models give different files")
		}
	}
	for what, change := range map[string]func(m *Model){
		"a weight":   func(m *Model) { m.Nets[All].Params()[0]++ },
		"the sign 0": func(m *Model) { m.Nets[All].Params()[0] = 0 },
		"precision":  func(m *Model) { *m = *m.In(Int16) },
		"variant":    func(m *Model) { m.Variant = board.Backgammon },
		"provenance": func(m *Model) { m.Provenance["games"] = "1001" },
	} {
		m := smallModel(t)
		change(m)
		if digest, err := m.Digest(); err != nil || digest == wantDigest {
			t.Errorf("%s changed: digest %s, %v, as before", what, digest, err)
		}
	}
}

// TestGoldenHeader compares the header with a golden file: after a change,
// older programs may not read new files.
func TestGoldenHeader(t *testing.T) {
	file := must.Get(smallModel(t).Encode())(t)
	size := int(file[0]) | int(file[1])<<8
	if (8+size)%8 != 0 {
		t.Errorf("the data begins at byte %d, want a multiple of 8", 8+size)
	}
	var got bytes.Buffer
	must.OK(t, json.Indent(&got, bytes.TrimRight(file[8:8+size], " "), "", "  "))
	got.WriteByte('\n')
	golden := filepath.Join("testdata", "header.json")
	if *update {
		must.OK(t, os.WriteFile(golden, got.Bytes(), 0o666))
	}
	want := must.Get(os.ReadFile(golden))(t)
	if got.String() != string(want) {
		t.Errorf("got the header\n%s\nwant\n%s", got.String(), want)
	}
}

// readers are programs that read a model file without any code of this project and
// print its tensors as JSON.
var readers = []struct {
	command []string
	script  string
}{
	{[]string{"python3", "-c"}, `
import json, struct, sys
f = open(sys.argv[1], 'rb')
n, = struct.unpack('<Q', f.read(8))
header = json.loads(f.read(n))
data = f.read()
metadata = header.pop('__metadata__')
tensors = {}
for name, t in header.items():
    assert t['dtype'] == 'F32'
    begin, end = t['data_offsets']
    tensors[name] = {'shape': t['shape'], 'values': struct.unpack('<%df' % ((end - begin) // 4), data[begin:end])}
assert len(data) == max(t['data_offsets'][1] for t in header.values())
print(json.dumps({'metadata': metadata, 'tensors': tensors}))
`},
	{[]string{"node", "-e"}, `
const file = require('fs').readFileSync(process.argv[1])
const n = Number(file.readBigUInt64LE(0))
const {__metadata__: metadata, ...header} = JSON.parse(file.subarray(8, 8 + n).toString('utf8'))
const tensors = {}
for (const [name, t] of Object.entries(header)) {
  if (t.dtype !== 'F32') throw new Error(t.dtype)
  const values = []
  for (let at = t.data_offsets[0]; at < t.data_offsets[1]; at += 4) values.push(file.readFloatLE(8 + n + at))
  tensors[name] = {shape: t.shape, values}
}
console.log(JSON.stringify({metadata, tensors}))
`},
}

// TestForeignReaders lets readers of the format that are not ours read a file.
func TestForeignReaders(t *testing.T) {
	m := smallModel(t)
	path := filepath.Join(t.TempDir(), "model.safetensors")
	must.OK(t, m.Save(path))
	ran := 0
	for _, reader := range readers {
		if err := exec.Command(reader.command[0], "--version").Run(); err != nil {
			continue
		}
		ran++
		t.Run(reader.command[0], func(t *testing.T) {
			text, err := exec.Command(reader.command[0], reader.command[1], reader.script, path).Output()
			if err != nil {
				var exit *exec.ExitError
				if errors.As(err, &exit) {
					t.Fatalf("%v: %s", err, exit.Stderr)
				}
				t.Fatal(err)
			}
			wantForeign(t, text, m)
		})
	}
	if ran == 0 {
		t.Skip("NEITHER python3 NOR node IS HERE: no foreign reader has read a model file")
	}
}

// wantForeign compares the output of a foreign reader with the model.
func wantForeign(t *testing.T, text []byte, m *Model) {
	t.Helper()
	var got struct {
		Metadata map[string]string `json:"metadata"`
		Tensors  map[string]struct {
			Shape  []int     `json:"shape"`
			Values []float32 `json:"values"`
		} `json:"tensors"`
	}
	must.OK(t, json.Unmarshal(text, &got))
	if got.Metadata["variant"] != "hypergammon3" || got.Metadata["hidden.all"] != "3-2" ||
		got.Metadata["features.all"] != "pubeval122@1" || got.Metadata["provenance.note"] != m.Provenance["note"] {
		t.Errorf("metadata %q", got.Metadata)
	}
	if want := 2 * m.Nets[All].Layers(); len(got.Tensors) != want {
		t.Errorf("%d tensors, want %d", len(got.Tensors), want)
	}
	for i, l := range m.Nets[All].layers() {
		weight, bias := got.Tensors[fmt.Sprintf("all.layer%d.weight", i)], got.Tensors[fmt.Sprintf("all.layer%d.bias", i)]
		if !slices.Equal(weight.Shape, []int{l.out, l.in}) || !slices.Equal(bias.Shape, []int{l.out}) {
			t.Fatalf("layer %d: shapes %v and %v", i, weight.Shape, bias.Shape)
		}
		for o := range l.out {
			if bias.Values[o] != l.b[o] {
				t.Errorf("layer %d: bias %d is %v, want %v", i, o, bias.Values[o], l.b[o])
			}
			for in := range l.in {
				if got, want := weight.Values[o*l.in+in], l.w[in*l.perIn+o*l.perOut]; got != want {
					t.Fatalf("layer %d: weight from %d to %d is %v, want %v", i, in, o, got, want)
				}
			}
		}
	}
}

func TestSaveAndLoad(t *testing.T) {
	want := smallModel(t)
	path := filepath.Join(t.TempDir(), "model.safetensors")
	for range 2 { // the second time over the first file
		must.OK(t, want.Save(path))
		got := must.Get(Load(path))(t)
		wantSameModel(t, got, want)
		want.Nets[All].Params()[0]++
	}
}

func TestLoadFails(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.safetensors")
	must.OK(t, os.WriteFile(bad, []byte("nonsense"), 0o666))
	for path, want := range map[string]string{
		bad:                          "not a safetensors file",
		filepath.Join(dir, "absent"): "no such file",
		dir:                          "is a directory",
	} {
		_, err := Load(path)
		must.Fail(t, err, want, path)
		must.Fail(t, err, path, path)
	}
}

func TestSaveFails(t *testing.T) {
	m := smallModel(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "nowhere", "model.safetensors")
	if err := m.Save(path); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("into a missing directory: %v, want one that says so", err)
	}

	// The longest name there can be leaves no room for a temporary one.
	path = filepath.Join(dir, strings.Repeat("m", 255))
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Skip("no such long names here:", err)
	}
	if err := m.Save(path); err == nil {
		t.Error("saved over a file that leaves no room for a temporary one")
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != "old" {
		t.Errorf("the old file holds %q, %v", left, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

// craft is a model file in parts, for files with a single fault.
type craft struct {
	header map[string]any
	data   []byte
}

func (c *craft) metadata() map[string]any { return c.header["__metadata__"].(map[string]any) }
func (c *craft) tensor(name string) map[string]any {
	return c.header[name].(map[string]any)
}

// file puts the parts together.
func (c *craft) file(t testing.TB) []byte {
	t.Helper()
	text := must.Get(json.Marshal(c.header))(t)
	return withHeader(text, c.data)
}

func withHeader(text, data []byte) []byte {
	size := len(text)
	file := []byte{byte(size), byte(size >> 8), byte(size >> 16), byte(size >> 24), 0, 0, 0, 0}
	return append(append(file, text...), data...)
}

func newCraft(t testing.TB, file []byte) *craft {
	t.Helper()
	size := int(file[0]) | int(file[1])<<8
	c := &craft{data: slices.Clone(file[8+size:])}
	must.OK(t, json.Unmarshal(file[8:8+size], &c.header))
	return c
}

// crafted are models with one fault each. Their net is 122-3-2-5; tensors lie
// in the order layer0.bias (12 bytes), layer0.weight (1464), layer1.bias (8),
// layer1.weight (24), layer2.bias (20), layer2.weight (40).
var crafted = []struct {
	name  string
	spoil func(c *craft)
	want  string
}{
	{"truncated data", func(c *craft) { c.data = c.data[:len(c.data)-1] }, "truncated: tensor all.layer2.weight ends at byte 1568 of the data, the file has 1567"},
	{"no data", func(c *craft) { c.data = nil }, "truncated: tensor all.layer0.bias ends at byte 12"},
	{"trailing bytes", func(c *craft) { c.data = append(c.data, 1, 2, 3) }, "too large: 3 bytes follow the last tensor"},
	{"dtype", func(c *craft) { c.tensor("all.layer0.weight")["dtype"] = "F64" }, `tensor all.layer0.weight: dtype "F64", want F16, F32`},
	{"no dtype", func(c *craft) { delete(c.tensor("all.layer0.weight"), "dtype") }, `tensor all.layer0.weight: dtype ""`},
	{"transposed", func(c *craft) { c.tensor("all.layer0.weight")["shape"] = []int{122, 3} }, "tensor all.layer0.weight has shape [122 3], want [3 122]"},
	{"flat", func(c *craft) { c.tensor("all.layer1.weight")["shape"] = []int{6} }, "tensor all.layer1.weight has shape [6], want [2 3]"},
	{"shape against data", func(c *craft) { c.tensor("all.layer1.bias")["shape"] = []int{3} }, "tensor all.layer1.bias: 8 bytes of data for shape [3], want 12"},
	{"negative shape", func(c *craft) { c.tensor("all.layer1.bias")["shape"] = []int{-2} }, "tensor all.layer1.bias: shape [-2] is out of range"},
	{"two negative sizes", func(c *craft) { c.tensor("all.layer1.weight")["shape"] = []int{-2, -3} }, "tensor all.layer1.weight: shape [-2 -3] is out of range"},
	{"shape overflows", func(c *craft) {
		c.tensor("all.layer1.bias")["shape"] = []int{1 << 14, 1 << 14, 1 << 14, 1 << 14, 1 << 14}
	}, "tensor all.layer1.bias: shape [16384 16384 16384 16384 16384] is out of range"},
	{"fractional shape", func(c *craft) { c.tensor("all.layer1.bias")["shape"] = []float64{1.5} }, "tensor all.layer1.bias"},
	{"missing bias", func(c *craft) { c.drop("all.layer2.weight"); c.drop("all.layer2.bias") }, "tensor all.layer2.weight is missing"},
	{"missing weight", func(c *craft) { c.drop("all.layer2.weight") }, "tensor all.layer2.weight is missing"},
	{"extra tensor", func(c *craft) { c.add("all.layer3.bias", 1) }, "tensor all.layer3.bias belongs to no net of the model, which has [all]"},
	{"extra empty tensor", func(c *craft) { c.add("all.other", 0) }, "tensor all.other belongs to no net of the model, which has [all]"},
	{"other class", func(c *craft) { c.rename("all.layer1.weight", "race.layer1.weight") }, "tensor all.layer1.weight is missing"},
	{"NaN", func(c *craft) { c.put(1512, 0x7fc00000) }, "tensor all.layer2.bias: value 1 is NaN"},
	{"infinite", func(c *craft) { c.put(12+4*7, 0xff800000) }, "tensor all.layer0.weight: value 7 is -Inf"},
	{"overlap", func(c *craft) { c.tensor("all.layer1.bias")["data_offsets"] = []int{1472, 1480} }, "tensor all.layer1.bias begins at byte 1472 of the data, want 1476: tensors must not overlap or leave gaps"},
	{"same bytes twice", func(c *craft) { c.tensor("all.layer1.bias")["data_offsets"] = []int{0, 8} }, "must not overlap"},
	{"gap", func(c *craft) { c.tensor("all.layer0.bias")["data_offsets"] = []int{4, 16} }, "tensor all.layer0.bias begins at byte 4 of the data, want 0"},
	{"offsets backwards", func(c *craft) { c.tensor("all.layer0.bias")["data_offsets"] = []int{12, 0} }, "tensor all.layer0.bias: data_offsets [12 0], want a begin and an end"},
	{"negative offsets", func(c *craft) { c.tensor("all.layer0.bias")["data_offsets"] = []int{-12, 0} }, "tensor all.layer0.bias: data_offsets [-12 0]"},
	{"one offset", func(c *craft) { c.tensor("all.layer0.bias")["data_offsets"] = []int{0} }, "tensor all.layer0.bias: data_offsets [0]"},
	{"no offsets", func(c *craft) { delete(c.tensor("all.layer0.bias"), "data_offsets") }, "tensor all.layer0.bias: data_offsets []"},
	{"offsets beyond int64", func(c *craft) { c.tensor("all.layer0.bias")["data_offsets"] = []uint64{0, math.MaxUint64} }, "tensor all.layer0.bias"},
	{"offsets beyond the file", func(c *craft) { c.tensor("all.layer0.bias")["data_offsets"] = []int64{0, math.MaxInt64} }, "tensor all.layer0.bias: 9223372036854775807 bytes of data for shape [3], want 12"},
	{"unknown field", func(c *craft) { c.tensor("all.layer0.bias")["strides"] = []int{1} }, `tensor all.layer0.bias: strides: unknown field "strides"`},
	{"tensor is a number", func(c *craft) { c.header["all.layer0.bias"] = 5 }, "tensor all.layer0.bias"},

	{"no metadata", func(c *craft) { delete(c.header, "__metadata__") }, `metadata format is ""`},
	{"metadata not text", func(c *craft) { c.metadata()["provenance.games"] = 5 }, "__metadata__"},
	{"other format", func(c *craft) { c.metadata()["format"] = "pt" }, `metadata format is "pt", want "gammonlab-model": not a gammonlab model`},
	{"later version", func(c *craft) { c.metadata()["format_version"] = "2" }, `metadata format_version is "2", this program reads "1"`},
	{"other head", func(c *craft) { c.metadata()["head"] = "softmax" }, `metadata head is "softmax"`},
	{"unknown features", func(c *craft) { c.metadata()["features.all"] = "contact214@1" }, `unknown set "contact214@1"`},
	{"features of some program", func(c *craft) { c.metadata()["features.all"] = "mine@1" }, "metadata features.all: unknown set \"mine@1\", want one of gnubg-base200, "},
	{"features of no known module", func(c *craft) { c.metadata()["features.all"] = "pubeval122@1+mine@1" },
		"or a set that this program registers (docs/extending.md); the program that made this net registers it"},
	{"features of a module", func(c *craft) {
		c.metadata()["features.all"], c.metadata()["module.all"] = "mine@1", "example.com/lab"
	}, `(docs/extending.md); the module "example.com/lab" registers it`},
	{"later features", func(c *craft) { c.metadata()["features.all"] = "pubeval122@2" }, `set pubeval122 has no version "2"`},
	{"other features", func(c *craft) { c.metadata()["features.all"] = "tesauro198@1" }, "tensor all.layer0.weight has shape [3 122], want [3 198]"},
	{"no hidden", func(c *craft) { delete(c.metadata(), "hidden.all") }, `metadata hidden.all: bad hidden layers ""`},
	{"other hidden", func(c *craft) { c.metadata()["hidden.all"] = "4-2" }, "tensor all.layer0.weight has shape [3 122], want [4 122]"},
	{"fewer hidden", func(c *craft) { c.metadata()["hidden.all"], c.metadata()["activations.all"] = "3", "tanh" }, "tensor all.layer1.weight has shape [2 3], want [5 3]"},
	{"more hidden", func(c *craft) { c.metadata()["hidden.all"] = "3-2-5" }, "2 activations for 3 hidden layers"},
	{"too many layers", func(c *craft) { c.metadata()["hidden.all"] = strings.Repeat("1-", 16) + "1" }, "hidden has 17 layers, want 1 to 16"},
	{"unknown activation", func(c *craft) { c.metadata()["activations.all"] = "tanh,gelu" }, `metadata activations.all: unknown activation "gelu"`},
	{"no activation", func(c *craft) { delete(c.metadata(), "activations.all") }, `metadata activations.all: unknown activation ""`},
	{"unknown variant", func(c *craft) { c.metadata()["variant"] = "chess" }, `metadata variant: unknown variant "chess"`},
	{"huge net", func(c *craft) {
		c.metadata()["hidden.all"] = strings.Repeat("16384-", 15) + "16384"
		c.metadata()["activations.all"] = strings.Repeat("relu,", 15) + "relu"
	}, "tensor all.layer0.weight has shape [3 122], want [16384 122]"},
}

// drop takes out the last tensor with its data.
func (c *craft) drop(name string) {
	offsets := c.tensor(name)["data_offsets"].([]any)
	c.data = c.data[:int(offsets[0].(float64))]
	delete(c.header, name)
}

// add appends a tensor of zeros.
func (c *craft) add(name string, values int) {
	begin := len(c.data)
	c.data = append(c.data, make([]byte, 4*values)...)
	c.header[name] = map[string]any{"dtype": "F32", "shape": []int{values}, "data_offsets": []int{begin, len(c.data)}}
}

func (c *craft) rename(from, to string) {
	c.header[to] = c.header[from]
	delete(c.header, from)
}

// put sets the bits of a value.
func (c *craft) put(at int, bits uint32) {
	for i := range 4 {
		c.data[at+i] = byte(bits >> (8 * i))
	}
}

// raw are files whose fault lies outside what craft can say.
func raw(good []byte) map[string]struct {
	file []byte
	want string
} {
	size := int(good[0]) | int(good[1])<<8
	type entry = struct {
		file []byte
		want string
	}
	return map[string]entry{
		"empty":                 {nil, "not a safetensors file: only 0 bytes long"},
		"seven bytes":           {good[:7], "not a safetensors file: only 7 bytes long"},
		"no header":             {good[:8], fmt.Sprintf("truncated: the header should have %d bytes, the file has 0 of them", size)},
		"truncated header":      {good[:size], fmt.Sprintf("truncated: the header should have %d bytes, the file has %d of them", size, size-8)},
		"huge header":           {append([]byte{1, 0, 0x10, 0, 0, 0, 0, 0}, good[8:]...), "it claims a header of 1048577 bytes, the most is 1048576"},
		"endless header":        {bytes.Repeat([]byte{255}, 100), "it claims a header of 18446744073709551615 bytes"},
		"empty header":          {make([]byte, 8), "not a safetensors file: header"},
		"header not JSON":       {withHeader([]byte("GNU Backgammon 1.0"), nil), "not a safetensors file: header"},
		"header not of objects": {withHeader([]byte("[1,2]"), nil), "not a safetensors file: header"},
		"two values":            {withHeader([]byte("{}{}"), nil), "not a safetensors file: header"},
		"empty object":          {withHeader([]byte("{}"), nil), `metadata format is ""`},
		"null":                  {withHeader([]byte("null"), nil), `metadata format is ""`},
	}
}

func TestDecodeRefuses(t *testing.T) {
	m := smallModel(t)
	m.NoSum = true // a sum would be wrong in all of these files
	good := must.Get(m.Encode())(t)
	check := func(t *testing.T, file []byte, want string) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := Decode(file)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Fatalf("got a model with %v, want %q", m.Provenance, want)
		}
		if got := err.Error(); !strings.Contains(got, want) {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
			t.Errorf("took %d bytes of memory to refuse a file of %d", got, len(file))
		}
	}
	for name, bad := range raw(good) {
		t.Run(name, func(t *testing.T) { check(t, bad.file, bad.want) })
	}
	for _, bad := range crafted {
		t.Run(bad.name, func(t *testing.T) {
			c := newCraft(t, good)
			bad.spoil(c)
			check(t, c.file(t), bad.want)
		})
	}
}

// Every file in which a bit of a tensor differs is refused. A file without a sum, such as
// those of former versions, is read and keeps its bytes.
func TestDecodeRefusesFlips(t *testing.T) {
	m := smallModel(t)
	good := must.Get(m.Encode())(t)
	for at := 8 + int(good[0]) + int(good[1])<<8; at < len(good); at++ {
		bad := bytes.Clone(good)
		bad[at] ^= 1 << (at % 8)
		if _, err := Decode(bad); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Fatalf("bit %d of byte %d flipped: %v", at%8, at, err)
		}
	}
	m.NoSum = true
	old := must.Get(m.Encode())(t)
	read := must.Get(Decode(old))(t)
	if !read.NoSum || !bytes.Equal(must.Get(read.Encode())(t), old) {
		t.Error("a file without a sum is written with other bytes")
	}
	if bytes.Contains(old, []byte(safetensors.KeySum)) {
		t.Error("the file has a sum")
	}
}

// Every cut of a good file is refused.
func TestDecodeRefusesCuts(t *testing.T) {
	good := must.Get(smallModel(t).Encode())(t)
	for n := range len(good) {
		if _, err := Decode(good[:n]); err == nil {
			t.Fatalf("a file cut after %d of %d bytes is read", n, len(good))
		}
	}
}

// FuzzDecode checks that no file causes a panic, that the memory of a net is
// near the size of its file, and that a model is unchanged after writing and
// reading.
func FuzzDecode(f *testing.F) {
	good := must.Get(smallModel(f).Encode())(f)
	f.Add(good)
	f.Add(must.Get(must.Get(smallModel(f).InHalf())(f).Encode())(f))
	for _, bad := range raw(good) {
		f.Add(bad.file)
	}
	for _, bad := range crafted {
		c := newCraft(f, good)
		bad.spoil(c)
		f.Add(c.file(f))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := Decode(file)
		if err != nil {
			return
		}
		if n := m.Nets[All].NumWeights(); 2*n > len(file) {
			t.Fatalf("%d weights from %d bytes", n, len(file))
		}
		again, err := Decode(must.Get(m.Encode())(t))
		if err != nil {
			t.Fatalf("a model that was read cannot be read again: %v", err)
		}
		wantSameModel(t, again, m)
		if again.Half && !m.Half {
			t.Fatal("weights of single precision were written in half precision")
		}
	})
}

// Save refuses a model that could not be loaded, and keeps the file before it.
func TestSaveRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.safetensors")
	must.OK(t, smallModel(t).Save(path))
	before := must.Get(os.ReadFile(path))(t)
	for want, spoil := range map[string]func(m *Model){
		"value 0 is NaN":     func(m *Model) { m.Nets[All].Params()[0] = float32(math.NaN()) },
		"provenance.config ": func(m *Model) { m.Provenance = map[string]string{"config": strings.Repeat("x", 1<<20)} },
	} {
		m := smallModel(t)
		spoil(m)
		if err := m.Save(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v, want %q and the path", err, want)
		}
		if after, err := os.ReadFile(path); err != nil || !slices.Equal(after, before) {
			t.Errorf("%s: the old file was changed (%v)", want, err)
		}
	}
}

// A weights file whose sizes are lies takes little memory.
func TestLyingSizes(t *testing.T) {
	file := must.Get(smallModel(t).Encode())(t)
	most := uint64(100*len(file) + 1<<20)
	must.Lies(file[:min(len(file), 800)], func(lie []byte) {
		must.Allocate(t, most, func() { _, _ = Decode(append(lie[:len(lie):len(lie)], file[len(lie):]...)) })
	})
	f := madeUpGnubg()
	f.nets[0].sizes[1] = 2048 // the largest that is allowed
	for _, whole := range [][]byte{f.text()[:200], f.binary()[:200]} {
		must.Allocate(t, 1<<22, func() {
			if _, _, err := DecodeGnubg(whole); err == nil {
				t.Error("a file that is cut off is accepted")
			}
		})
	}
}
