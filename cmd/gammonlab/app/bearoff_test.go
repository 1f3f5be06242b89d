package app

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/cube"
	"gammonlab/engine/databases"
	"gammonlab/internal/cachefolder"
	"gammonlab/internal/must"
)

// The generated files equal those of gnubg's makebearoff and makehyper with the
// same settings.
func TestBearoffGenerate(t *testing.T) {
	for _, c := range []struct {
		want string
		args []string
	}{
		{"b6e61c1625ae4b3b164e93ab064192b9", []string{"one-sided", "--points", "2"}},
		{"3141477fdf7f8d6ccd82700ddeea6078", []string{"one-sided", "--points", "2", "--no-gammon"}},
		{"d32fbf9a27e22869680a01930ab67558", []string{"one-sided", "--points", "2", "--uncompressed"}},
		{"b3ff60195210a83c8d802b6ff416a852", []string{"one-sided", "--points", "2", "--normal"}},
		{"e9d760bf213841c285245ed757a52f4d", []string{"two-sided", "--points", "6", "--checkers", "2"}},
		{"0f1bf73cf17ce00c87f87413b476bf07", []string{"two-sided", "--points", "6", "--checkers", "2", "--cubeless"}},
		{"a7c5848c841b2a5742f03b1bdaa01990", []string{"hyper", "--checkers", "1"}},
	} {
		path := filepath.Join(t.TempDir(), "made.bd")
		args := append(append([]string{"bearoff", "generate"}, c.args...), path)
		program.OK(t, args...)
		if got := fmt.Sprintf("%x", md5.Sum([]byte(clitest.File(t, path)))); got != c.want {
			t.Errorf("%v: MD5 %s, want %s", c.args, got, c.want)
		}
		program.OK(t, "bearoff", "verify", path)
	}
}

// The manual's example of a two-sided database: its chance to win and its
// equities with the cube in each place.
func TestBearoffShow(t *testing.T) {
	var e engine.EndingReport
	program.JSON(t, &e, "bearoff", "show", "--json", "CgAAEAEAAAAAAA")
	if e.Class != "bearoff2" || math.Abs(float64(e.Chances.Win)-0.671) > 0.0005 || e.Equities == nil || e.Own == nil {
		t.Fatalf("%+v", e)
	}
	if e.Equities.Double != "Double, take" || e.Equities.Redouble != "No redouble, take" {
		t.Errorf("cube actions %q and %q", e.Equities.Double, e.Equities.Redouble)
	}
}

// A dry run states the size of the file and creates nothing. 26 sides of 1 checker are 26² records
// of 28 bytes and the header; the types of positions are counted by hand in package bearoff.
func TestBearoffDryRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.bd")
	clitest.Wants(t, program.OK(t, "bearoff", "generate", "hyper", "--checkers", "1", "--dry-run", path), "676 positions, a file of 18968 bytes (19.0 kB)", "contact                                  325")
	if _, err := os.Stat(path); err == nil {
		t.Error("a dry run made the file")
	}
	var p databases.Plan
	program.JSON(t, &p, "bearoff", "generate", "two-sided", "--checkers", "7", "--dry-run", "--json")
	if p.Records != 1716*1716 || p.Bytes != 40+8*1716*1716 || !p.Exact || p.Seconds <= 0 {
		t.Errorf("%+v", p)
	}
	program.JSON(t, &p, "bearoff", "generate", "one-sided", "--points", "6", "--dry-run", "--json")
	if p.Records != 54264 || p.Bytes != 1465788 || p.Exact {
		t.Errorf("%+v", p) // the size of the file that is made on first use
	}
	program.Mistakes(t, "bearoff generate two-sided", []clitest.Mistake{
		{[]string{"--checkers", "12", "--dry-run"}, 1, "12 checkers, want 1 to 11"},
		{[]string{"--dry-run", "a", "b"}, 2, `unexpected argument "b"`},
	})
}

// A bear-off has the same entry by its ID, its key and the numbers of its sides.
func TestBearoffIndex(t *testing.T) {
	var byID, byKey, byIndex engine.EndingReport
	program.JSON(t, &byID, "bearoff", "show", "--json", "QgAAKAAAAAAAAA")
	program.JSON(t, &byKey, "bearoff", "show", "--json", "42000028000000000000")
	program.JSON(t, &byIndex, "bearoff", "show", "--json", "--index", "8,17")
	for _, e := range []engine.EndingReport{byID, byKey, byIndex} {
		if e.ID != "QgAAKAAAAAAAAA" || e.Key != "42000028000000000000" || *e.Sides != (bearoff.Sides{Points: 6, Own: 8, Opp: 17}) || e.Chances != byID.Chances {
			t.Errorf("%+v", e)
		}
	}
	program.Mistakes(t, "bearoff show", []clitest.Mistake{
		{[]string{"--index", "8"}, 2, `--index is "8", want two numbers`},
		{[]string{"--index", "54264,1"}, 2, "side 54264 on 6 points, want 0 to 54263"},
		{[]string{"--index", "8,17", "QgAAKAAAAAAAAA"}, 2, "not both"},
		{[]string{"--points", "7", "QgAAKAAAAAAAAA"}, 2, "--points needs --index"},
		{[]string{"42000028000000000zzz"}, 2, "20 characters, want 14"},
	})
}

// A redouble at 4-1 in a match to 7 is a take: the opponent redoubles for the match, so the
// leader wins with the chance to win the game. The commands say so, and that it is exact;
// without a database that is large enough they do not.
func TestRaceAtAScore(t *testing.T) {
	const id = "kQcAgEoDAAAAAA:UQngABAAIAAA"
	type values struct {
		Action string             `json:"action"`
		Solved bool               `json:"solved"`
		MWC    *cube.Alternatives `json:"mwc"`
	}
	check := func(name string, v *values) {
		t.Helper()
		if v.Action != "redouble, take" || math.Abs(v.MWC.DoubleTake-0.8777) > 5e-5 || math.Abs(v.MWC.DoublePass-0.8873) > 5e-5 {
			t.Errorf("%s: %+v, %+v, want a take at .8777, a pass at .8873", name, v, v.MWC)
		}
	}
	for _, plies := range []string{"0", "1", "2", "4"} {
		var hint values
		program.JSON(t, &hint, "hint", "--json", "--plies", plies, id)
		if check("hint --plies "+plies, &hint); !hint.Solved {
			t.Errorf("hint --plies %s: not solved", plies)
		}
	}
	var show struct{ Match values }
	program.JSON(t, &show, "bearoff", "show", "--json", id)
	check("bearoff show", &show.Match)
	var theory struct{ Position values }
	program.JSON(t, &theory, "cube", "show", "--json", "--position", id)
	check("cube show", &theory.Position)

	small := filepath.Join(t.TempDir(), "small.bd")
	program.OK(t, "bearoff", "generate", "two-sided", "--checkers", "2", small)
	for _, bearoff := range []string{"none", small} {
		var hint values
		if program.JSON(t, &hint, "hint", "--json", "--bearoff", bearoff, id); hint.Solved {
			t.Errorf("hint --bearoff %s: solved", bearoff)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"hint", id}, "The race is solved at this score: the values are exact."},
		{[]string{"bearoff", "show", id}, "redouble, take                       87.77%"},
		{[]string{"bearoff", "show", "kQcAgEoDAAAAAA"}, "player owns the cube"},
	} {
		if out := program.OK(t, c.args...); !strings.Contains(out, c.want) {
			t.Errorf("%v: %s, want %q", c.args, out, c.want)
		}
	}
}

// Every command that opens an invalid database names the file and the fault.
func TestBadDatabases(t *testing.T) {
	dir := t.TempDir()
	made := filepath.Join(dir, "made.bd")
	program.OK(t, "bearoff", "generate", "two-sided", "--checkers", "2", made)
	good := must.Get(os.ReadFile(made))(t)
	other := bytes.Clone(good)
	copy(other[6:], "XX")
	for _, c := range []struct {
		name string
		file []byte
	}{
		{"empty", nil},
		{"truncated", good[:len(good)-1]},
		{"oversized", append(bytes.Clone(good), 0)},
		{"of another kind", other},
		{"text", []byte("<!DOCTYPE html>\n")},
	} {
		path := filepath.Join(dir, c.name)
		clitest.Write(t, path, string(c.file))
		for _, args := range [][]string{
			{"bearoff", "verify", path},
			{"bearoff", "show", "--bearoff", path, "CgAAEAEAAAAAAA"},
			{"eval", "--bearoff", path, start},
		} {
			program.Fails(t, 1, path, args...)
		}
	}
	// bearoff verify computes all entries again and finds a wrong number.
	wrong := bytes.Clone(good)
	wrong[len(wrong)-3] ^= 1
	path := filepath.Join(dir, "wrong")
	clitest.Write(t, path, string(wrong))
	if _, errOut, code := program.Run(t, "", "bearoff", "verify", "--sample", "0", path); code != 1 {
		t.Errorf("a wrong entry: exit code %d, %s", code, errOut)
	}
}

// TestConvert converts a model of several nets and checks that the result is
// the same model, and that it gives an ONNX file for each net.
func TestConvert(t *testing.T) {
	const installed = "/usr/lib/gnubg/gnubg.wd"
	if _, err := os.Stat(installed); err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: its weights are not converted")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "gnubg.safetensors")
	program.OK(t, "weights", "convert", installed, path)
	args := []string{"eval", "--format", "csv", start, "OxoQ8CF+xwASQg", "GzcJgyA+AADEAA", "d+cRCAD71iwAAA"}
	want := program.OK(t, append(args, "--model", installed)...)
	if got := program.OK(t, append(args, "--model", path)...); got != want {
		t.Errorf("the converted model answers\n%s, want\n%s", got, want)
	}
	program.OK(t, "weights", "convert", path, filepath.Join(dir, "gnubg.onnx"))
	files, err := filepath.Glob(filepath.Join(dir, "gnubg.*.onnx"))
	if err != nil || len(files) != 6 {
		t.Errorf("%v, %v: want 6 files", files, err)
	}
}

// Damaged databases in the program's cache are generated again; other damaged
// databases are refused.
func TestDamagedDatabases(t *testing.T) {
	cache := t.TempDir()
	t.Setenv(cachefolder.Variable, cache)
	race := board.Position{Own: board.Side{board.Off: 9, 1: 2, 3: 2, 5: 2}, Opp: board.Side{board.Off: 9, 2: 3, 4: 3}}
	evaluate := []string{"eval", "--format", "csv", race.ID()}
	want, errOut := program.Reads(t, "", evaluate...)
	clitest.Wants(t, errOut, "two-sided-6x6.bd, once")
	for _, name := range []string{"two-sided-6x6.bd", "one-sided-6x15.bd"} {
		path := filepath.Join(cache, name)
		good := must.Get(os.ReadFile(path))(t)
		zeroed := slices.Concat(good[:40], make([]byte, len(good)-40))
		flipped := slices.Clone(good)
		flipped[len(good)-5000] ^= 1
		for what, data := range map[string][]byte{"zeroed": zeroed, "flipped": flipped, "cut": good[:1000], "empty": nil} {
			clitest.Write(t, path, string(data))
			mine := filepath.Join(t.TempDir(), "mine.bd")
			clitest.Write(t, mine, string(data))
			program.Fails(t, 1, mine, append(evaluate, "--bearoff", mine)...)
			out, errOut := program.Reads(t, "", evaluate...)
			clitest.Wants(t, errOut, "creating "+path+" again")
			if again := program.Quietly(t, evaluate...); out != want || again != want {
				t.Errorf("%s, %s: %q, then %q, want %q", name, what, out, again, want)
			}
		}
	}
}

// bearoff generate and bearoff verify print their results as JSON.
func TestBearoffJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "os2.bd")
	var made struct {
		Out, Kind        string
		Points, Checkers int
	}
	program.JSON(t, &made, "bearoff", "generate", "one-sided", "--points", "2", "--json", path)
	if made.Out != path || made.Kind != "one-sided" || made.Points != 2 || made.Checkers != 15 {
		t.Errorf("made %+v", made)
	}
	var verified struct { // there are 136 positions of up to 15 checkers on 2 points
		OK         bool
		Recomputed int
	}
	program.JSON(t, &verified, "bearoff", "verify", "--json", "--sample", "0", path)
	if !verified.OK || verified.Recomputed != 136 {
		t.Errorf("verified %+v", verified)
	}
}
