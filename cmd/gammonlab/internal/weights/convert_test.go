package weights

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/evalbench/promotion"
	"gammonlab/features"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// convert runs weights convert, which must succeed, and returns the file's content.
func convert(t *testing.T, args ...string) string {
	t.Helper()
	program.OK(t, append([]string{"weights", "convert", "--json", "--force"}, args...)...)
	return clitest.File(t, args[len(args)-1])
}

// TestConvertPrecision converts a net to half precision and back.
func TestConvertPrecision(t *testing.T) {
	dir := t.TempDir()
	half, again := filepath.Join(dir, "half.safetensors"), filepath.Join(dir, "again.safetensors")
	file := convert(t, "--precision", "f16", clitest.Tiny, half)
	if before := len(clitest.File(t, clitest.Tiny)); len(file) > before*2/3 {
		t.Errorf("the file has %d bytes, before %d", len(file), before)
	}
	if convert(t, half, again) != file || convert(t, "--precision", "f16", half, again) != file {
		t.Error("a file of half precision is converted to another")
	}
	var info struct {
		Precision, Digest string
		Provenance        map[string]string
	}
	program.JSON(t, &info, "weights", "info", "--json", half)
	if of := digest.Bytes([]byte(clitest.File(t, clitest.Tiny))); info.Provenance[nets.KeyRounded] != of {
		t.Errorf("provenance %v, want %s", info.Provenance, of)
	}
	if info.Precision != "f16" || info.Digest != digest.Bytes([]byte(file)) {
		t.Errorf("precision %s, digest %s", info.Precision, info.Digest)
	}
	clitest.Wants(t, program.OK(t, "weights", "info", half), "precision    f16")
	if single := convert(t, "--precision", "f32", half, again); len(single) < len(file)*3/2 {
		t.Errorf("%d bytes in single precision, %d in half", len(single), len(file))
	}
	if convert(t, "--precision", "f16", again, filepath.Join(dir, "third.safetensors")) != file {
		t.Error("half precision, single and half again is another file")
	}
}

// Evidence of a promotion is kept only with the promoted weights.
func TestConvertEvidence(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	program.OK(t, promote(strong, weak)...)
	half := filepath.Join(filepath.Dir(weak), "half.safetensors")
	for precision, want := range map[string]bool{"f16": false, "f32": true} {
		convert(t, "--precision", precision, weak, half)
		if _, got := must.Get(nets.Load(half))(t).Provenance[promotion.Key]; got != want {
			t.Errorf("%s: evidence %v, want %v", precision, got, want)
		}
		program.OK(t, "weights", "verify", half)
	}

	// A net of half precision that wins keeps both.
	convert(t, "--precision", "f16", strong, half)
	_, other := promotionNets(t, board.Backgammon)
	program.OK(t, promote(half, other)...)
	m := must.Get(nets.Load(other))(t)
	if _, ok := m.Provenance[promotion.Key]; !ok || !m.Half {
		t.Errorf("half is %v, evidence %v, want both", m.Half, ok)
	}
	convert(t, "--precision", "f32", other, half)
	for _, path := range []string{other, half} {
		program.OK(t, "weights", "verify", path)
	}
}

// TestConvertGnubg writes a model as gnubg's weights in both forms. A model that does not fit
// is refused before a file is written.
func TestConvertGnubg(t *testing.T) {
	dir := t.TempDir()
	m := &nets.Model{Nets: map[nets.Part]*nets.Net{}, Variant: board.Backgammon}
	for part, inputs := range map[nets.Part]string{
		nets.Contact: "gnubg-contact250@2", nets.Race: "gnubg-race214", nets.Crashed: "gnubg-crashed250@2",
		nets.PruningContact: "gnubg-base200", nets.PruningCrashed: "gnubg-base200", nets.PruningRace: "gnubg-base200",
	} {
		m.Nets[part] = must.Get(nets.NewRandom(nets.NewSpec(must.Get(features.Lookup(inputs))(t), nets.GnubgSigmoid, 8), 1))(t)
	}
	model := filepath.Join(dir, "model.safetensors")
	must.OK(t, m.Save(model))
	binary, text := filepath.Join(dir, "gnubg.wd"), filepath.Join(dir, "gnubg.weights")
	convert(t, model, binary)
	if first, _, _ := strings.Cut(convert(t, binary, text), "\n"); first != "GNU Backgammon 1.01" {
		t.Errorf("the text begins with %q", first)
	}
	if convert(t, text, filepath.Join(dir, "again.wd")) != clitest.File(t, binary) {
		t.Error("the text has other weights than the binary form")
	}
	refused := filepath.Join(dir, "refused.wd")
	program.Fails(t, 1, `it has no contact net`, "weights", "convert", clitest.Tiny, refused)
	program.Fails(t, 2, "applies to .safetensors files only", "weights", "convert", "--precision", "f16", model, refused)
	if clitest.Exists(refused) {
		t.Error("a file is written")
	}
}
