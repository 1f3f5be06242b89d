package weights

import (
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

func TestChoose(t *testing.T) {
	dir := t.TempDir()
	other, out := filepath.Join(dir, "other.safetensors"), filepath.Join(dir, "out.safetensors")
	program.OK(t, "weights", "grow", "--hidden", "9", "--out", other, clitest.Tiny)
	match := filepath.Join(dir, "match.json")
	choose := func(result string, more ...string) string {
		t.Helper()
		clitest.Write(t, match, result)
		var r struct{ Chosen string }
		program.JSON(t, &r, append([]string{"weights", "choose", "--result", match, "--out", out, "--force", "--json", clitest.Tiny, other}, more...)...)
		want := map[string]string{"candidate": "196-8-5", "other": "196-9-5"}[r.Chosen]
		clitest.Wants(t, program.OK(t, "weights", "info", out), want)
		return r.Chosen
	}
	for _, test := range []struct{ result, sigmas, want string }{
		{`{"ppg": 0.01, "ppg_low": -0.01, "ppg_high": 0.03}`, "0", "candidate"},
		{`{"ppg": 0.01, "ppg_low": -0.01, "ppg_high": 0.03}`, "1.96", "other"},
		{`{"ppg": 0.03, "ppg_low": 0.01, "ppg_high": 0.05}`, "1.96", "candidate"},
		{`{"ppg": 0, "ppg_low": 0, "ppg_high": 0}`, "0", "other"},
		{`{"ppg": -0.03, "ppg_low": -0.05, "ppg_high": -0.01}`, "0", "other"},
	} {
		if got := choose(test.result, "--sigmas", test.sigmas); got != test.want {
			t.Errorf("%s with %s sigmas: %s, want %s", test.result, test.sigmas, got, test.want)
		}
	}
	clitest.Write(t, match, `{"games": 3}`)
	program.Mistakes(t, "weights choose", []clitest.Mistake{
		{[]string{"--result", match, "--out", filepath.Join(dir, "new.safetensors"), clitest.Tiny, other}, 2, "has no ppg with its interval"},
		{[]string{"--result", filepath.Join(dir, "none"), "--out", filepath.Join(dir, "new.safetensors"), clitest.Tiny, other}, 2, "--result: open"},
		{[]string{"--result", match, "--out", "x.bin", clitest.Tiny, other}, 2, `--out is "x.bin"`},
		{[]string{"--out", filepath.Join(dir, "new.safetensors"), clitest.Tiny}, 2, "1 arguments"},
	})
}
