package bearoff_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/bearofftest"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/internal/must"
)

// hyperPrinted is an entry as gnubg prints it.
type hyperPrinted struct {
	probabilities                  [5]float64 // to 3 decimals
	owned, centred, jacoby, theirs float64    // to 4
}

func checkPrinted(t *testing.T, d *bearoff.Hyper, variant board.Variant, id string, want hyperPrinted) {
	t.Helper()
	pos := must.Get(board.ParseID(id, variant))(t)
	if !d.Covers(&pos) {
		t.Fatalf("%s is not covered", id)
	}
	got := d.Evaluate(&pos)
	for i, p := range got.Probabilities {
		if math.Abs(float64(p)-want.probabilities[i]) > 0.5001e-3 {
			t.Errorf("%s: probabilities %.4f, want %.3f", id, got.Probabilities, want.probabilities)
			break
		}
	}
	equities := [4]float32{got.Owned, got.Centred, got.CentredJacoby, got.OppOwned}
	for i, e := range [4]float64{want.owned, want.centred, want.jacoby, want.theirs} {
		if math.Abs(float64(equities[i])-e) > 0.5001e-4 {
			t.Errorf("%s: equities %.5f, want %.4f", id, equities, want)
			break
		}
	}
}

// The values are from the example of gnubg's manual for three checkers, whose
// database takes minutes to generate.
func TestHyperManualExample(t *testing.T) {
	const variable = "GAMMONLAB_HYPER3"
	path := os.Getenv(variable)
	if path == "" {
		t.Skipf("%s does not name a hypergammon database of 3 checkers", variable)
	}
	checkPrinted(t, openHyper(t, path), board.Hypergammon3, "ADAAAQAkIAAAAA", hyperPrinted{
		[5]float64{0.456, 0.244, 0.014, 0.318, 0.019}, -0.0230, -0.2310, -0.2186, -0.3548})
}

// The values are those of gnubg 1.07.001's "eval" with the database of
// makehyper.
func TestHyperTwoCheckers(t *testing.T) {
	checkPrinted(t, openHyper(t, hypers.Path(t, 2)), board.Hypergammon2, "BEAAAAABAAAAAA", hyperPrinted{
		[5]float64{0.883, 0.765, 0.066, 0, 0}, 1.6266, 1.6239, 0.9186, 1.5878})
}

var dumpedEquity = regexp.MustCompile(`(?m)^(?:Owned|Centered|Opponent).*: +([-+][0-9.]+)$`)

// gnubg's bearoffdump prints the same equities.
func TestHyperBearoffdump(t *testing.T) {
	dump := bearofftest.Program(t, "bearoffdump")
	checkers := 2
	if testing.Short() {
		checkers = 1
	}
	path := hypers.Path(t, checkers)
	d := openHyper(t, path)
	index := bearoff.NewIndex(25, checkers)
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		own, opp := rng.IntN(index.Len()), rng.IntN(index.Len())
		out, err := exec.Command(dump, "-n", strconv.Itoa(own*index.Len()+opp), path).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		pos := bearofftest.HyperPosition(index, own, opp)
		e := d.Evaluate(&pos)
		lines := dumpedEquity.FindAllStringSubmatch(string(out), -1)
		if len(lines) != 4 {
			t.Fatalf("bearoffdump printed\n%s", out)
		}
		for i, got := range [4]float32{e.Owned, e.Centred, e.CentredJacoby, e.OppOwned} {
			want, err := strconv.ParseFloat(lines[i][1], 64)
			if err != nil || math.Abs(float64(got)-want) > 0.51e-4 {
				t.Errorf("position %d against %d: %s, got %v", own, opp, lines[i][0], got)
			}
		}
	}
}

func TestHyperOver(t *testing.T) {
	d := openHyper(t, hypers.Path(t, 1))
	for _, c := range []struct {
		own, opp board.Side
		want     bearoff.HyperEntry
	}{
		{board.Side{board.Off: 1}, board.Side{18: 1}, bearoff.HyperEntry{[5]float32{1, 1}, 2, 2, 1, 2}},
		{board.Side{board.Off: 1}, board.Side{19: 1}, bearoff.HyperEntry{[5]float32{1, 1, 1}, 3, 3, 1, 3}},
		{board.Side{board.Bar: 1}, board.Side{board.Off: 1}, bearoff.HyperEntry{[5]float32{3: 1, 4: 1}, -3, -3, -1, -3}},
		{board.Side{6: 1}, board.Side{board.Off: 1}, bearoff.HyperEntry{[5]float32{3: 1}, -2, -2, -1, -2}},
	} {
		got := d.Evaluate(&board.Position{Own: c.own, Opp: c.opp})
		if !closeEntries(got, c.want) {
			t.Errorf("%v against %v: %+v, want %+v", c.own, c.opp, got, c.want)
		}
	}
}

// closeEntries allows for equities that are cut off to 24 bits.
func closeEntries(a, b bearoff.HyperEntry) bool {
	y := [...]float32{b.Owned, b.Centred, b.CentredJacoby, b.OppOwned}
	for i, x := range [...]float32{a.Owned, a.Centred, a.CentredJacoby, a.OppOwned} {
		if math.Abs(float64(x-y[i])) > 1e-6 {
			return false
		}
	}
	return a.Probabilities == b.Probabilities
}

func TestHyperCovers(t *testing.T) {
	d := openHyper(t, hypers.Path(t, 1))
	if d.Checkers() != 1 || d.Header().Kind != bearoff.HypergammonKind {
		t.Fatalf("header %+v", d.Header())
	}
	for _, c := range []struct {
		own, opp board.Side
		want     bool
	}{
		{board.Side{24: 1}, board.Side{board.Bar: 1}, true},
		{board.Side{board.Off: 1}, board.Side{1: 1}, true},
		{board.Side{24: 2}, board.Side{24: 1}, false},
		{board.Side{24: 1}, board.Side{24: 1, board.Off: 1}, false},
		{board.Side{}, board.Side{1: 1}, false},
	} {
		if got := d.Covers(&board.Position{Own: c.own, Opp: c.opp}); got != c.want {
			t.Errorf("%v against %v: covered %v, want %v", c.own, c.opp, got, c.want)
		}
	}
}

func TestHyperLookupsDoNotAllocate(t *testing.T) {
	d := openHyper(t, hypers.Path(t, 1))
	pos := board.Hypergammon1.Start()
	if n := testing.AllocsPerRun(10, func() {
		d.Covers(&pos)
		d.Evaluate(&pos)
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func TestOpenHyperRefuses(t *testing.T) {
	whole := string(hypers.File(t, 1))
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "has 0 bytes"},
		{"text", strings.Repeat("no database ", 10), "starts with"},
		{"four checkers", strings.Replace(whole, "-H1", "-H4", 1), "checkers"},
		{"two checkers", strings.Replace(whole, "-H1", "-H2", 1), "has 18968 bytes, want 3449668"},
		{"truncated", whole[:len(whole)-1], "has 18967 bytes, want 18968"},
		{"longer", whole + "x", "has 18969 bytes, want 18968"},
		{"two-sided", string(bearoff.Header{Kind: bearoff.TwoSidedKind, Points: 6, Checkers: 1}.Bytes()), "want a hypergammon one"},
	} {
		path := filepath.Join(t.TempDir(), "bad.bd")
		must.OK(t, os.WriteFile(path, []byte(c.data), 0o666))
		d, err := bearoff.OpenHyper(path)
		if err == nil {
			d.Close()
			t.Errorf("%s: no error", c.name)
		} else if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %q, want the file and %q", c.name, err, c.want)
		}
	}
	if _, err := bearoff.OpenHyper(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error for a missing file")
	}
}

// FuzzHyper opens files with any head and repeated records, and looks up
// positions.
func FuzzHyper(f *testing.F) {
	size := len(hypers.File(f, 1))
	f.Add(hypers.File(f, 1)[:format.HeaderSize], hypers.File(f, 1)[5000:5080], size, uint64(1))
	f.Add(bearoff.Header{Kind: bearoff.TwoSidedKind, Points: 6, Checkers: 1}.Bytes(), []byte{0xff}, size, uint64(2))
	f.Fuzz(func(t *testing.T, head, body []byte, size int, draw uint64) {
		data := bytes.Clone(head)
		for len(body) > 0 && len(data) < min(size, 1<<15) {
			data = append(data, body[:min(len(body), min(size, 1<<15)-len(data))]...)
		}
		d, err := bearoff.NewHyper("fuzzed", data)
		if err != nil {
			return
		}
		rng := rand.New(rand.NewPCG(draw, 0))
		for range 20 {
			var pos board.Position
			for range rng.IntN(8) {
				pos.Own[rng.IntN(26)] += uint8(draw)
				pos.Opp[rng.IntN(26)]++
			}
			d.Covers(&pos)
			for _, p := range d.Evaluate(&pos).Probabilities {
				if !(p >= 0 && p <= 1) {
					t.Fatalf("%v: probability %v", pos, p)
				}
			}
		}
	})
}

func BenchmarkHyperEvaluate(b *testing.B) {
	d := openHyper(b, hypers.Path(b, 1))
	pos := board.Hypergammon1.Start()
	b.ReportAllocs()
	for b.Loop() {
		d.Evaluate(&pos)
	}
}
