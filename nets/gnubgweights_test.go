package nets

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
)

// gnubgFile is the contents of a weights file, which tests write in either
// form.
type gnubgFile struct {
	version float64
	nets    []gnubgFileNet
}

type gnubgFileNet struct {
	sizes     [3]int
	trainings int64
	betas     [2]float64
	weights   []float32
}

// madeUpGnubg returns a file of random weights.
func madeUpGnubg() *gnubgFile {
	rng := rand.New(rand.NewPCG(8, 8))
	f := &gnubgFile{version: 1}
	for _, sizes := range [][3]int{{250, 128, 5}, {214, 128, 5}, {250, 128, 5}, {200, 16, 5}, {200, 16, 5}, {200, 8, 5}} {
		n := gnubgFileNet{sizes: sizes, trainings: 1, betas: [2]float64{0.1, 1}}
		for range (sizes[0]+1)*sizes[1] + (sizes[1]+1)*sizes[2] {
			n.weights = append(n.weights, float32(40*rng.Float64()-20))
		}
		f.nets = append(f.nets, n)
	}
	return f
}

func (f *gnubgFile) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "GNU Backgammon %.2f\n", f.version)
	for _, n := range f.nets {
		fmt.Fprintf(&b, "%d %d %d %d %.7f %.7f\n", n.sizes[0], n.sizes[1], n.sizes[2], n.trainings, n.betas[0], n.betas[1])
		for _, w := range n.weights {
			fmt.Fprintf(&b, "%.7f\n", w)
		}
	}
	return b.Bytes()
}

func (f *gnubgFile) binary() []byte {
	float := func(b []byte, v float32) []byte { return binary.LittleEndian.AppendUint32(b, math.Float32bits(v)) }
	b := float(float(nil, 472.3782), float32(f.version))
	for _, n := range f.nets {
		for _, v := range append(n.sizes[:], int(n.trainings)) {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
		b = float(float(b, float32(n.betas[0])), float32(n.betas[1]))
		for _, w := range n.weights {
			b = float(b, w)
		}
	}
	return b
}

// parseGnubg reads the binary form by the description of the format alone.
func parseGnubg(data []byte) *gnubgFile {
	word := func() uint32 {
		w := binary.LittleEndian.Uint32(data)
		data = data[4:]
		return w
	}
	float := func() float32 { return math.Float32frombits(word()) }
	float()
	f := &gnubgFile{version: float64(float())}
	for len(data) > 0 {
		n := gnubgFileNet{sizes: [3]int{int(word()), int(word()), int(word())}, trainings: int64(word())}
		n.betas = [2]float64{float64(float()), float64(float())}
		for range (n.sizes[0]+1)*n.sizes[1] + (n.sizes[1]+1)*n.sizes[2] {
			n.weights = append(n.weights, float())
		}
		f.nets = append(f.nets, n)
	}
	return f
}

// fileOrder are the parts in the order of a weights file.
var fileOrder = []Part{Contact, Race, Crashed, PruningContact, PruningCrashed, PruningRace}

// wantGnubg compares the nets with the contents of the file.
func wantGnubg(t *testing.T, got map[Part]*Net, want *gnubgFile) {
	t.Helper()
	if len(got) != len(fileOrder) {
		t.Fatalf("%d nets, want %d", len(got), len(fileOrder))
	}
	for k, part := range fileOrder {
		n, w := got[part], want.nets[k].weights
		inputs, hidden := want.nets[k].sizes[0], want.nets[k].sizes[1]
		take := func() float32 {
			v := w[0]
			w = w[1:]
			return v
		}
		check := func(where int, name string) {
			t.Helper()
			if got, want := n.params[where], take(); got != want {
				t.Fatalf("%s: %s is %v, want %v", part, name, got, want)
			}
		}
		first := &n.hidden[0]
		for i := range inputs {
			for j := range hidden {
				check(first.wAt+i*first.perIn+j*first.perOut, fmt.Sprintf("weight from input %d to unit %d", i, j))
			}
		}
		for o := range Outputs {
			for j := range hidden {
				check(n.head.wAt+j*n.head.perIn+o*n.head.perOut, fmt.Sprintf("weight from unit %d to output %d", j, o))
			}
		}
		for j := range hidden {
			check(first.bAt+j, fmt.Sprintf("bias of unit %d", j))
		}
		for o := range Outputs {
			check(n.head.bAt+o, fmt.Sprintf("bias of output %d", o))
		}
		for _, i := range padding(n) {
			if n.params[i] != 0 {
				t.Fatalf("%s: padding %d is %v", part, i, n.params[i])
			}
		}
	}
}

// seven rounds the weights to the seven digits of the text form.
func (f *gnubgFile) seven() *gnubgFile {
	for k := range f.nets {
		for i, w := range f.nets[k].weights {
			f.nets[k].weights[i] = float32(math.Round(float64(w)*1e7) / 1e7)
		}
	}
	return f
}

func TestDecodeGnubg(t *testing.T) {
	f := madeUpGnubg().seven()
	f.nets[2].trainings = 1 << 40 // only the text form can
	for version, number := range map[string]float64{"1.00": 1, "1.01": 1.01} {
		f.version = number
		for form, data := range map[string][]byte{
			"text": f.text(), "binary": f.binary(),
			"text of another system": bytes.ReplaceAll(append(f.text(), " \n\n"...), []byte("\n"), []byte("\r\n")),
		} {
			got, gotVersion, err := DecodeGnubg(data)
			if err != nil || gotVersion != version {
				t.Fatalf("%s: version %q, %v, want %q", form, gotVersion, err, version)
			}
			wantGnubg(t, got, f)
			wantSpecs(t, got, version[len(version)-1:] == "1")
			if err := (&Model{Nets: got, Variant: board.Backgammon}).Validate(); err != nil {
				t.Error(err)
			}
		}
	}
}

// wantSpecs checks the shapes of the nets of either version.
func wantSpecs(t *testing.T, got map[Part]*Net, second bool) {
	t.Helper()
	version := map[bool]string{false: "@1", true: "@2"}[second]
	for part, want := range map[Part]string{
		Contact: "gnubg-contact250" + version + " 250-128-5", Crashed: "gnubg-crashed250" + version + " 250-128-5",
		Race: "gnubg-race214@1 214-128-5", PruningRace: "gnubg-base200@1 200-8-5",
		PruningContact: "gnubg-base200@1 200-16-5", PruningCrashed: "gnubg-base200@1 200-16-5",
	} {
		spec := got[part].Spec()
		if shape := spec.Features + " " + spec.String(); shape != want {
			t.Errorf("%s: %s, want %s", part, shape, want)
		}
		if spec.Head != GnubgSigmoid || !slices.Equal(spec.Activations, []Activation{GnubgSigmoid}) {
			t.Errorf("%s: activations %v and %v", part, spec.Activations, spec.Head)
		}
	}
}

// TestDecodeGnubgErrors changes one thing at a time, in both forms.
func TestDecodeGnubgErrors(t *testing.T) {
	const secondLine, secondByte = 32776, 131124 // where the race net begins
	for _, test := range []struct {
		change       func(f *gnubgFile)
		text, binary string
	}{
		{func(f *gnubgFile) { f.version = 1.02 }, `line 1: version "1.02", this program reads 1.00 and 1.01`, `byte 4: version "1.02"`},
		{func(f *gnubgFile) { f.version = math.NaN() }, `line 1: version "NaN"`, `byte 4: version "NaN"`},
		{func(f *gnubgFile) { f.nets[0].sizes[0] = 214 }, "contact net: line 2: a net of 214-128-5, want 250-H-5 with H from 1 to 2048", "contact net: byte 8: a net of 214-128-5, want 250-H-5"},
		{func(f *gnubgFile) { f.nets[1].sizes[1] = 1 << 30 }, "race net: line 32776: a net of 214-1073741824-5", "race net: byte 131124: a net of 214-1073741824-5"},
		{func(f *gnubgFile) { f.nets[5].sizes[2] = -5 }, "pruning race net: line 100320: a net of 200-8--5", "pruning race net: byte 401380: a net of 200-8--5"},
		{func(f *gnubgFile) { f.nets[3].betas[0] = 0.2 }, "pruning contact net: line 93716: factors 0.2 and 1 before the sigmoids, want 0.1 and 1", "byte 374924: factors 0.2 and 1"},
		{func(f *gnubgFile) { f.nets[4].betas[1] = 0.5 }, "pruning crashed net: line 97018", "pruning crashed net: byte 388152"},
		{func(f *gnubgFile) { f.nets[2].weights[7] = float32(math.NaN()) }, "crashed net: line 60950: NaN among the weights", "crashed net: byte 243860: NaN among the weights"},
		{func(f *gnubgFile) { f.nets[0].weights[0] = float32(math.Inf(-1)) }, "contact net: line 3: -Inf among the weights", "contact net: byte 32: -Inf among the weights"},
		{func(f *gnubgFile) { f.nets = f.nets[:5] }, "pruning race net: truncated: the file ends after line 100319", "pruning race net: truncated: the file ends at byte 401380"},
		{func(f *gnubgFile) { f.nets[5].weights = f.nets[5].weights[:1652] }, "truncated: the file ends after line", "truncated: the file ends at byte 408012"},
		{func(f *gnubgFile) { f.nets[5].weights = append(f.nets[5].weights, 1) }, "9 bytes follow the last net, which ends in line 101973", "4 bytes follow the last net, which ends at byte 408016"},
	} {
		f := madeUpGnubg()
		test.change(f)
		for want, data := range map[string][]byte{test.text: f.text(), test.binary: f.binary()} {
			_, _, err := DecodeGnubg(data)
			if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "gnubg weights: ") {
				t.Errorf("got %v, want %q", err, want)
			}
		}
	}
	f := madeUpGnubg()
	if got := bytes.Index(f.text(), []byte("214 ")); bytes.Count(f.text()[:got], []byte("\n")) != secondLine-1 {
		t.Errorf("the race net does not begin in line %d", secondLine)
	}
	if got := binary.LittleEndian.Uint32(f.binary()[secondByte:]); got != 214 {
		t.Errorf("the race net does not begin at byte %d", secondByte)
	}
}

// TestDecodeGnubgText changes the text where only the text form can be wrong.
func TestDecodeGnubgText(t *testing.T) {
	good := string(madeUpGnubg().text())
	lines := strings.SplitN(good, "\n", 4)
	for _, test := range []struct{ file, want string }{
		{"", "the file starts neither with the words"},
		{"GNU", "the file starts neither with the words"},
		{strings.Repeat(" ", maxGnubgSize+1), "33554433 bytes long, the maximum is 33554432"},
		{"GNU Backgammon", `line 1: "GNU Backgammon", want "GNU Backgammon" and a version`},
		{"GNU Backgammon 1.00 beta\n", `line 1: "GNU Backgammon 1.00 beta"`},
		{"GNU Backgammon 1.00", "contact net: truncated: the file ends after line 1"},
		{"GNU Backgammon 1.00\n250 128 5\n", `line 2: "250 128 5", want six numbers`},
		{"GNU Backgammon 1.00\n250 x 5 1 0.1 1\n", `line 2: "x", want a whole number`},
		{"GNU Backgammon 1.00\n250 128 5 1.5 0.1 1\n", `line 2: "1.5", want a whole number`},
		{"GNU Backgammon 1.00\n250 128 5 1 one 1\n", `line 2: "one", want a number`},
		{"GNU Backgammon 1.00\n250 128 5 1 0.1 one\n", `line 2: "one", want a number`},
		{lines[0] + "\n" + lines[1] + "\n1 2\n" + lines[3], `line 3: "1 2", want a number`},
		{lines[0] + "\n" + lines[1] + "\n\n" + lines[3], `line 3: "", want a number`},
		{lines[0] + "\n" + lines[1] + "\n1e99\n" + lines[3], `line 3: "1e99", want a number`},
		{lines[0] + "\n" + lines[1] + "\n" + strings.Repeat("9", 1000) + "x\n" + lines[3], `line 3: "9999`},
	} {
		_, _, err := DecodeGnubg([]byte(test.file))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: got %v, want %q", test.file, err, test.want)
		} else if len(err.Error()) > 200 {
			t.Errorf("an error of %d characters", len(err.Error()))
		}
	}
}

// With any wrong byte the reader returns a model or an error.
func TestDecodeGnubgDamaged(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	f := madeUpGnubg()
	for _, good := range [][]byte{f.text(), f.binary()} {
		for range 40 {
			data := slices.Clone(good)
			data[rng.IntN(len(data))] ^= byte(1 << rng.IntN(8))
			if nets, _, err := DecodeGnubg(data[:len(data)-rng.IntN(2)*rng.IntN(len(data))]); err == nil {
				for part, n := range nets {
					for _, v := range n.params {
						if v-v != 0 {
							t.Fatalf("the %s net has a weight of %v", part, v)
						}
					}
				}
			}
		}
	}
}

// FuzzDecodeGnubgText and FuzzDecodeGnubgBinary mutate the beginnings of files and whole
// files of small nets. What is decoded is the same when it is encoded and decoded again.
func FuzzDecodeGnubgText(f *testing.F) {
	f.Add(resized(8, 8, 8, 8, 8, 8).text())
	f.Add([]byte("GNU Backgammon 1.00\n250 128 5 1 0.1000000 1.0000000\n-3.2585607\n"))
	fuzzDecodeGnubg(f)
}

func FuzzDecodeGnubgBinary(f *testing.F) {
	f.Add(resized(8, 8, 8, 8, 8, 8).binary())
	f.Add(madeUpGnubg().binary()[:48])
	fuzzDecodeGnubg(f)
}

func fuzzDecodeGnubg(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		nets, version, err := DecodeGnubg(data)
		if err == nil && (len(nets) != len(fileOrder) || version == "") || err != nil && nets != nil {
			t.Errorf("got %d nets of version %q and %v", len(nets), version, err)
		}
		m := &Model{Nets: nets, Variant: board.Backgammon}
		if file, err := m.EncodeGnubg(true); err == nil {
			again, _, err := DecodeGnubg(file)
			must.OK(t, err)
			for part, n := range nets {
				if !slices.Equal(again[part].params, n.params) {
					t.Errorf("the %s net has other weights when encoded and decoded again", part)
				}
			}
		}
	})
}

// installedGnubg returns the weights file that comes with gnubg.
func installedGnubg(t *testing.T) []byte {
	t.Helper()
	for _, path := range []string{"/usr/lib/gnubg/gnubg.wd", "/usr/share/gnubg/gnubg.wd"} {
		if data, err := os.ReadFile(path); err == nil {
			return data
		}
	}
	t.Skip("gnubg's weights not installed")
	return nil
}

// TestInstalledGnubg compares some weights of version 1.00 with those that
// another program read from the file, and the binary form with the text form.
func TestInstalledGnubg(t *testing.T) {
	data := installedGnubg(t)
	f := parseGnubg(data)
	nets, version, err := DecodeGnubg(data)
	must.OK(t, err)
	wantGnubg(t, nets, f)
	again, _, err := DecodeGnubg(f.text())
	must.OK(t, err)
	wantGnubg(t, again, f)
	if version != "1.00" {
		t.Skipf("version %s, the values below are those of 1.00", version)
	}
	for part, want := range map[Part][]float32{ // first and last hidden weight, first of the outputs, biases: first hidden, outputs
		Contact:        {-3.2585607, -0.872228, 7.094037, -23.102942, 0.0657336, -1.0916187, -2.644393, -1.0112245, -1.7618835},
		Race:           {3.780088, -7.38067, -0.0439913, -89.92444, 1.3011918, -1.6800075, -20.227865, -4.4828696, -11.645269},
		Crashed:        {-5.4870906, 0.4820724, -59.41468, -31.991095, 0.305147, -0.2279205, -1.4937832, -2.534662, -3.9613311},
		PruningContact: {-0.5710276, -20.950626, -1.7189035, -26.467396, -0.9662876, 0.6115178, 1.7920685, 0.6732075, -1.3370186},
		PruningCrashed: {2.347529, -8.243455, 7.454655, -77.21732, -1.195241, -2.1184518, -5.4281735, -0.3027123, -4.634466},
		PruningRace:    {2.5178869, -0.028994, -0.6065395, -75.96485, -0.4512386, -0.794787, -5.244661, -2.9216764, -21.82543},
	} {
		n := nets[part]
		l := &n.hidden[0]
		got := append([]float32{l.w[0], l.w[(l.in-1)*l.perIn+l.out-1], n.head.w[0], l.b[0]}, n.head.b...)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", part, got, want)
		}
	}
}

// TestInstalledGnubgAnswers compares the nets' answers with gnubg's, built to
// divide exactly. Only answers that gnubg leaves as its nets give them are here.
func TestInstalledGnubgAnswers(t *testing.T) {
	nets, version, err := DecodeGnubg(installedGnubg(t))
	must.OK(t, err)
	if version != "1.00" {
		t.Skipf("version %s, the answers below are those of 1.00", version)
	}
	const tolerance = 3e-7 // of a float32 near one, and of seven decimals
	for _, test := range []struct {
		part Part
		id   string
		want []float32 // number of outputs to compare
	}{
		{Contact, "4HPwATDgc/ABMA", []float32{0.5215102, 0.1539122, 0.0075637, 0.1298547, 0.0075472}},
		{Contact, "OxoQ8CF+xwASQg", []float32{0.6107696, 0.3056075, 0.0120629, 0.1030774, 0.0029359}},
		{Contact, "3HUCAimwBQXgbQ", []float32{0.2742494, 0.0363057, 0.0007693, 0.6135971, 0.3156119}},
		{Contact, "hjEM4hPkhgWQUw", []float32{0.5227249, 0.2219839, 0.0145554, 0.1610795, 0.0082634}},
		{Contact, "zx8AAFVozwSgSQ", []float32{0.8823393, 0.4013082, 0.0274913, 0.0427814, 0.0021629}},
		{Crashed, "GzcJgyA+AADEAA", []float32{0.1564236, 0.0267571, 0.0007024}},
		{Crashed, "/14AAAwbNxdAAQ", []float32{0.8094921, 0.2876969, 0.0076846, 0.0192193}},
		{Race, "d+cRCAD71iwAAA", []float32{0.7795433, 0.0000502}},
	} {
		pos := must.Get(board.ParseID(test.id, board.Backgammon))(t)
		p := nets[test.part].NewPass(1)
		nets[test.part].Set().Extract(p.Input(0), &pos)
		p.Forward(1)
		for k, want := range test.want {
			if got := p.Output(0)[k]; math.Abs(float64(got-want)) > tolerance {
				t.Errorf("%s: %s: output %d is %v, want %v", test.part, test.id, k, got, want)
			}
		}
		// gnubg's own answer beyond the end of the table, to the last digit.
		if got, want := p.Output(0)[1], float32(5.0172162446e-05); test.part == Race && got != want {
			t.Errorf("race: %s: output 1 is %v, want %v", test.id, got, want)
		}
	}
}

// The feature sets of all nets exist, in every version of weights.
func TestGnubgInputs(t *testing.T) {
	for _, n := range gnubgNets {
		versions := []string{"@1"}
		if n.grown {
			versions = append(versions, "@2")
		}
		for _, v := range versions {
			if _, err := features.Lookup(n.inputs + v); err != nil {
				t.Error(err)
			}
		}
	}
}
