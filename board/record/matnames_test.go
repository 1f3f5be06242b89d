package record

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// specs are names of players as commands give them, and what .mat files hold.
var specs = []struct{ names, want [2]string }{
	{[2]string{"Ann", "Zoë O'Neil"}, [2]string{"Ann", "Zoë O'Neil"}},
	{[2]string{"net:default", "net:default,noise=0.05"}, [2]string{"net_default", "net_default_noise=0.05"}},
	{[2]string{"", "a:b : 3  c : 4"}, [2]string{"O", "a_b _ 3 c _ 4"}},
	{[2]string{"#1", "; note"}, [2]string{"_1", "_ note"}},
	{[2]string{"C:\\nets\\a.safetensors", "\x1b[31m\n%s\"]"}, [2]string{"C__nets_a.safetensors", "_31m _s__"}},
	{[2]string{"net:default", "net/default"}, [2]string{"net_default-1", "net_default-2"}},
	{[2]string{"same", "same"}, [2]string{"same", "same"}},
	{
		[2]string{"net:runs/long/checkpoints/100000.safetensors", "net:runs/long/checkpoints/200000.safetensors"},
		[2]string{"net_runs_long_checkpoints_10000", "net_runs_long_checkpoints_20000"},
	},
	{
		[2]string{"net:a-folder-of-many-letters/model,noise=0.1", "net:a-folder-of-many-letters/model,noise=0.2"},
		[2]string{"net_a-folder-of-many-letters_-1", "net_a-folder-of-many-letters_-2"},
	},
	{[2]string{strings.Repeat("т", 20), "x"}, [2]string{strings.Repeat("т", 15), "x"}},
}

func TestMatNames(t *testing.T) {
	for _, s := range specs {
		got := matNames(s.names)
		if got != s.want {
			t.Errorf("%q: got %q, want %q", s.names, got, s.want)
		}
		if again := matNames(got); again != got {
			t.Errorf("%q are not kept: %q", got, again)
		}
		for _, name := range got {
			if len(name) > maxMatName || strings.ContainsRune(name, ':') {
				t.Errorf("%q has %d bytes or a colon", name, len(name))
			}
		}
	}
}

// gnubg reads the names that are written, and the text after them.
func TestGnubgReadsNames(t *testing.T) {
	dir := t.TempDir()
	for _, s := range specs {
		want := mat(t, " 1) 31: 8/5 6/5   42: 8/4 6/4\n      Wins 2 points\n")
		want.Names = s.names
		if err := os.WriteFile(filepath.Join(dir, "m.mat"), []byte(mustWrite(t, WriteMat, want)), 0o600); err != nil {
			t.Fatal(err)
		}
		out := gnubg(t, dir, "import mat m.mat\nsave match m.sgf\nquit\ny\n")
		b, err := os.ReadFile(filepath.Join(dir, "m.sgf"))
		if err != nil {
			t.Fatalf("%q: %v\n%s", s.names, err, out)
		}
		got, err := ReadSGF("m.sgf", bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if got.Names != s.want || got.Games[0].Result != want.Games[0].Result || short(got.Games[0].Actions) != short(want.Games[0].Actions) {
			t.Errorf("%q: gnubg has %q and %s, want %q and %s", s.names, got.Names, short(got.Games[0].Actions), s.want, short(want.Games[0].Actions))
		}
	}
}
