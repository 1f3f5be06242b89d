package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"testing"

	"gammonlab/internal/must"
)

// bench match and analyze report the same luck for the same games, for money
// games with the cube and for matches.
func TestSameLuck(t *testing.T) {
	for form, scale := range map[string]float64{"--cubeful": 1, "--match=3": 2} { // of chances to points, 1 for a match won
		folder := t.TempDir()
		out := succeed(t, "bench", "match", "--a", "net:"+tiny, "--b", "pubeval", form, "--games", "6",
			"--luck", tiny, "--variance-reduction", "full", "--save", folder, "--json")
		var match struct {
			Luck struct {
				PPG float64 `json:"ppg"`
			} `json:"luck_adjusted"`
		}
		must.OK(t, json.Unmarshal([]byte(out), &match))
		files, err := filepath.Glob(filepath.Join(folder, "*.mat"))
		if err != nil || len(files) != 6 {
			t.Fatalf("%d files, %v, want 6", len(files), err)
		}
		sum := 0.0
		for _, file := range files {
			args := []string{"analyze", "--model", tiny, "--plies", "0", "--json", file}
			if form == "--cubeful" {
				args = append(args, "--jacoby-rule", "on")
			}
			var report struct {
				Statistics [2]struct {
					Overall struct {
						Adjusted float64 `json:"luck_adjusted_result"`
					} `json:"overall"`
				} `json:"statistics"`
			}
			must.OK(t, json.Unmarshal([]byte(succeed(t, args...)), &report))
			sum += report.Statistics[0].Overall.Adjusted
		}
		if got := scale * sum / 6; math.Abs(got-match.Luck.PPG) > 1e-4 {
			t.Errorf("%s: %.5f without the luck that analyze tells, %.5f by bench match", form, got, match.Luck.PPG)
		}
	}
}
