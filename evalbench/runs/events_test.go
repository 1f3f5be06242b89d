package runs

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"gammonlab/internal/must"
)

// Lines of metrics have their places and numbers, with the ends of intervals and the parts of models.
func TestMeasured(t *testing.T) {
	f := folder(t, filepath.Join(t.TempDir(), "run"), TD, `{"games":8,"loss":0.5,"pubeval_ppg":-1,"pubeval_ppg_low":-1.5,"pubeval_ppg_high":-0.5,"wall_seconds":2,"cpu_seconds":3}`+"\n"+`{"games":16,"nets":[{"part":"race","loss":0.25}]}`+"\n")
	got := fmt.Sprint(mustOpen(t, f.Dir())[0].Measured())
	if want := "[{map[cpu:3 games:8 wall:2] map[loss:0.5 strength:-1 strength_high:-0.5 strength_low:-1.5]} {map[games:16] map[loss/race:0.25]}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The events of a run contain each quantity with its interval at its step. An
// earlier file of the run is replaced, others are kept.
func TestWriteEvents(t *testing.T) {
	dir := t.TempDir()
	r := mustOpen(t, "testdata/first")[0]
	r.Updated = time.Unix(1_700_000_000, 0)
	path := must.Get(WriteEvents(dir, r, Games))(t)
	notes := filepath.Join(dir, "first", "notes.txt")
	write(t, notes, "kept")
	r.Updated = time.Unix(1_700_000_100, 0)
	second := must.Get(WriteEvents(dir, r, Games))(t)
	if filepath.Dir(path) != filepath.Join(dir, "first") || path == second {
		t.Errorf("files %s and %s", path, second)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file before is still there")
	}
	must.Get(os.Stat(notes))(t)
	all := records(t, second)
	if len(all) != 8 || !strings.Contains(string(all[0]), "brain.Event:2") {
		t.Fatalf("%d records, the first %q", len(all), all[0])
	}
	if begin := string(all[1]); !strings.Contains(begin, "_hparams_/session_start_info") || !strings.Contains(begin, "lambda") {
		t.Errorf("the settings are missing in %q", begin)
	}
	last := string(all[7])
	for _, tag := range []string{"loss", "rate", "strength", "strength_low", "strength_high"} {
		if !strings.Contains(last, string(protowire.AppendString([]byte{0x0a}, tag))) {
			t.Errorf("%s is missing in %q", tag, last)
		}
	}
	want := protowire.AppendFixed64([]byte{0x09}, math.Float64bits(1_700_000_100))
	want = protowire.AppendVarint(append(want, 0x10), 6000)
	if !bytes.HasPrefix(all[7], want) {
		t.Errorf("time and step %q, want %q", last[:12], want)
	}
	must.Fail(t, must.Err(WriteEvents(dir, r, Epoch)), "have no epoch")
}

// Tags of parts are grouped under the quantity. Values that a float32 cannot
// represent are omitted.
func TestEventTags(t *testing.T) {
	f := folder(t, filepath.Join(t.TempDir(), "run"), Supervised, `{"epoch":1,"part":"race","rate":1,"loss":1e200}`+"\n"+
		`{"epoch":1,"part":"all","rate":1,"loss":1e200}`+"\n")
	all := records(t, must.Get(WriteEvents(t.TempDir(), mustOpen(t, f.Dir())[0], Epoch))(t))
	if text := string(all[2]); !strings.Contains(text, "rate/race") || strings.Contains(text, "loss") {
		t.Errorf("a part: %q", text)
	}
	if text := string(all[3]); !strings.Contains(text, "\x04rate") {
		t.Errorf("the whole: %q", text)
	}
}

// records returns the data of the records of a file.
func records(t *testing.T, path string) [][]byte {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	var all [][]byte
	for len(text) > 0 {
		n := binary.LittleEndian.Uint64(text)
		all = append(all, text[12:12+n])
		text = text[16+n:]
	}
	return all
}

// A run is followed from its beginning: every line is written once, when it is
// complete, and the file ends as one of the finished run.
func TestFollow(t *testing.T) {
	f := folder(t, filepath.Join(t.TempDir(), "run"), TD, "")
	dir := t.TempDir()
	old := filepath.Join(dir, "run", "events.out.tfevents.0000000001.gammonlab")
	must.OK(t, os.MkdirAll(filepath.Dir(old), 0o777))
	write(t, old, "old")
	follower := must.Get(Follow(dir, f.Dir()))(t)
	files := must.Get(filepath.Glob(filepath.Join(dir, "run", "*")))(t)
	if len(files) != 1 || files[0] == old {
		t.Fatalf("files %q, want the new one", files)
	}
	for i, lines := range []string{"", `{"games":1,"loss":1}` + "\n" + `{"games":2,`, `{"games":1,"loss":1}` + "\n" + `{"games":2,"loss":0.5}` + "\n"} {
		write(t, f.Path("metrics.jsonl"), lines)
		must.OK(t, follower.Update())
		if got := len(records(t, files[0])); got != i+2 {
			t.Errorf("%d records after %q, want %d", got, lines, i+2)
		}
	}
	write(t, f.Path("metrics.jsonl"), `{"games":1,"loss":1}`+"\n"+`{"games":2,"loss":0.5}`+"\n"+`{"games":3,"loss":0.25}`+"\n")
	must.OK(t, follower.Close())
	got := records(t, files[0])
	r := mustOpen(t, f.Dir())[0]
	r.Updated = time.UnixMilli(int64(1000 * follower.began))
	want := records(t, must.Get(WriteEvents(t.TempDir(), r, Games))(t))
	if len(got) != 5 || len(want) != 5 {
		t.Fatalf("%d records, %d of the whole run, want 5", len(got), len(want))
	}
	for i := range want {
		if !bytes.Equal(got[i], want[i]) {
			t.Errorf("record %d is %q, want %q", i, got[i], want[i])
		}
	}
	must.Fail(t, must.Err(Follow(dir, t.TempDir())), "is not a run folder")
}
