package rating

import (
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/rating"
)

// The FAQ's tables at a difference of 40 and 7 points: .530, and 4.97 or 5.61 points change
// hands, five times as many for a beginner.
func TestChange(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "figures")
	text := program.OK(t, "rating", "change", "1640", "1600", "--match", "7", "--experience", "400,0", "--out", folder)
	clitest.Wants(t, text, "Match to 7 points", "53.0 %       +4.97        -5.61", "47.0 %      +28.07       -24.85", filepath.Join(folder, "chance.svg"))
	var m rating.MatchChange
	program.JSON(t, &m, "rating", "change", "1640", "1600", "--match", "7", "--json")
	if m.Length != 7 || m.Players[1].Experience != 400 || m.Players[1].Factor != 1 || len(m.Files) > 0 {
		t.Errorf("as JSON %+v", m)
	}
}

func TestChangeMistakes(t *testing.T) {
	program.Mistakes(t, "rating change", []clitest.Mistake{
		{[]string{"1500", "1600"}, 2, "--match is 0, want 1 to 64"},
		{[]string{"--match", "0", "1500", "1600"}, 2, "--match is 0, want 1 to 64"},
		{[]string{"--match", "7", "1500"}, 2, "1 arguments, want two ratings"},
		{[]string{"--match", "7", "1500", "best"}, 2, `"best" is no rating`},
		{[]string{"--match", "7", "1500", "NaN"}, 2, `"NaN" is no rating`},
		{[]string{"--match", "7", "--experience", "-1", "1500", "1600"}, 2, `--experience is "-1"`},
		{[]string{"--match", "7", "--experience", "1,2,3", "1500", "1600"}, 2, `--experience is "1,2,3"`},
	})
}
