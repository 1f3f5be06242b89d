package training

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"gammonlab/evalbench/runs"
)

// costly are the beginnings of the settings on which the time of a game or an epoch depends.
var costly = []string{
	"features", "hidden", "activation", "nets.", "variant", "update", "targets", "exact_from", "prune", "batch", "epochs_per_round",
	"precision", "backend", "bench_games", "bench_opponent", "bench_luck", "files.data", "files.more_data",
}

// Estimate implements [backend.Trainings]: by the newest run whose games or epochs cost the same.
func (s *server) Estimate(kind string, config any) string {
	text, err := json.Marshal(config)
	if err != nil {
		return ""
	}
	settings, err := runs.SettingsOf(text)
	if err != nil {
		return ""
	}
	all, _, err := s.catalog.list()
	if err != nil {
		return ""
	}
	planned := &runs.Run{Config: settings}
	var like *listed
	for i := range all {
		r := &all[i]
		if forms[r.Kind] == kind && r.Reached(runs.Wall) > 0 && sameCost(planned, r.Run) && (like == nil || r.Updated.After(like.Updated)) {
			like = r
		}
	}
	if like == nil {
		return ""
	}
	unit := "games"
	if like.Kind == runs.Supervised {
		unit = "epochs"
	}
	amount, done := numberOf(planned, unit), like.Progress().Done
	if !(amount > 0 && done > 0) {
		return ""
	}
	took := time.Duration(like.Reached(runs.Wall) * amount / done * float64(time.Second))
	words := "about " + durationText(took)
	if size := folderSize(like.Dir); size > 0 {
		size *= max(1, numberOf(planned, unit)/max(1, numberOf(planned, "checkpoint"))) / max(1, done/max(1, numberOf(like.Run, "checkpoint")))
		words += " and " + sizeText(size) + " of disk"
	}
	return words + ", by the run " + like.Called()
}

// sameCost reports whether two runs have the same costly settings.
func sameCost(a, b *runs.Run) bool {
	of := func(r *runs.Run) (all []runs.Setting) {
		for _, s := range r.Config {
			s.Name, s.Value = strings.TrimPrefix(s.Name, "nets.all."), strings.ReplaceAll(s.Value, "@1", "") // as a run with one net has them
			if slices.ContainsFunc(costly, func(begin string) bool { return strings.HasPrefix(s.Name, begin) }) {
				all = append(all, s)
			}
		}
		slices.SortFunc(all, func(a, b runs.Setting) int { return strings.Compare(a.Name, b.Name) })
		return all
	}
	return slices.Equal(of(a), of(b))
}

// numberOf returns a setting of a run that is a number, otherwise 0.
func numberOf(r *runs.Run, name string) float64 {
	n, _ := strconv.ParseFloat(r.Setting(name), 64)
	return n
}

// folderSize returns the number of bytes of the files in a folder, those that can be read.
func folderSize(dir string) (bytes float64) {
	_ = fs.WalkDir(os.DirFS(dir), ".", func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			if info, err := entry.Info(); err == nil {
				bytes += float64(info.Size())
			}
		}
		return nil
	})
	return bytes
}

// sizeText returns a number of bytes with two digits.
func sizeText(bytes float64) string {
	units := []string{"kB", "MB", "GB", "TB"}
	at := 0
	for bytes /= 1000; bytes >= 1000 && at < len(units)-1; at++ {
		bytes /= 1000
	}
	if bytes < 10 {
		return fmt.Sprintf("%.1f %s", bytes, units[at])
	}
	return fmt.Sprintf("%.0f %s", bytes, units[at])
}
