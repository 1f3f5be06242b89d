package nets_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"gammonlab/features"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// The names are those in the help and the docs.
func TestShipped(t *testing.T) {
	if got, want := nets.Shipped(), []string{"default", "fast", "large", "td512"}; !slices.Equal(got, want) {
		t.Errorf("shipped are %v, want %v", got, want)
	}
}

// The files are part of the program and of the repository, so they must be
// small, and their provenance must be complete.
func TestShippedFiles(t *testing.T) {
	const most = 6_000_000
	for _, name := range nets.Shipped() {
		file := must.Get(os.ReadFile("pretrained/" + name + ".safetensors"))(t)
		if len(file) > most {
			t.Errorf("%s: the file has %d bytes, want at most %d", name, len(file), most)
		}
		m := must.Get(nets.LoadShipped(name))(t)
		if got, want := must.Get(m.Digest())(t), digest.Bytes(file); got != want {
			t.Errorf("%s: digest %s, that of the file is %s", name, got, want)
		}
		if m.Provenance["toolkit"] == "" || m.Provenance["config"] == "" {
			t.Errorf("%s: the provenance is %v, want the toolkit and the settings", name, m.Provenance)
		}
	}
}

// The feature set of each net of a shipped model. A file may name the set
// without its version, and a new version must not replace the set of the
// training.
func TestShippedNetsSeeTheirFeatures(t *testing.T) {
	byClass := map[nets.Part]string{
		nets.Race: "gnubg-race214@1", nets.Crashed: "gnubg-contact250@2", nets.Contact: "gnubg-contact250@2",
		nets.PruningRace: "gnubg-base200@1", nets.PruningCrashed: "gnubg-base200@1", nets.PruningContact: "gnubg-base200@1",
	}
	for _, name := range nets.Shipped() {
		m := must.Get(nets.LoadShipped(name))(t)
		got := map[nets.Part]string{}
		for part, net := range m.Nets {
			set := must.Get(features.Lookup(net.Spec().Features))(t)
			if got[part] = features.ID(set); part.OfCube() {
				if base := map[nets.Part]string{nets.CubeRace: "gnubg-race214@1", nets.CubeCrashed: "gnubg-contact250@2", nets.CubeContact: "gnubg-contact250@2"}[part]; got[part] != base+"+cube-stakes@1" {
					t.Errorf("%s: the net for %s sees %s", name, part, got[part])
				}
				delete(got, part)
			}
		}
		want := byClass
		if name == "td512" {
			want = map[nets.Part]string{nets.All: "perspective196@1"}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: sees %v, learned over %v", name, got, want)
		}
	}
}

func TestUnknownShippedNet(t *testing.T) {
	if _, err := nets.LoadShipped("nonesuch"); !errors.Is(err, nets.ErrNotShipped) {
		t.Errorf("error %v, want %v", err, nets.ErrNotShipped)
	}
}

func ExampleLoadShipped() {
	m, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Variant)
	// Output: backgammon
}

// The card of each net has its digest, its shapes and a head that model hubs read.
func TestShippedCards(t *testing.T) {
	for _, name := range nets.Shipped() {
		card := string(must.Get(os.ReadFile("../docs/cards/" + name + ".md"))(t))
		m := must.Get(nets.LoadShipped(name))(t)
		want := []string{"---\nlicense: mit\n", "  - name: " + name + "\n", "\n---\n\n# " + name + "\n", "`" + must.Get(m.Digest())(t) + "`"}
		for _, net := range m.Nets {
			want = append(want, fmt.Sprintf("| %v | `%s`", net.Spec(), features.ID(net.Set())))
		}
		for _, w := range want {
			if !strings.Contains(card, w) {
				t.Errorf("docs/cards/%s.md lacks %q", name, w)
			}
		}
	}
}
