package rollout

import (
	"bytes"
	"math"
	"testing"
)

// FuzzReadRecord reads records from untrusted sources: an accepted record is
// that of a trial with finite numbers, and the only one of that trial.
func FuzzReadRecord(f *testing.F) {
	sample := Sample{0.5, 1}
	f.Add(appendRecord(nil, 1, 3, &sample))
	sample[2] = math.Inf(1)
	f.Add(appendRecord(nil, 0, 0, &sample))
	f.Add(appendRecord(nil, 2, maxTrials, &Sample{}))
	f.Add([]byte("short"))
	f.Fuzz(func(t *testing.T, record []byte) {
		settings := Defaults()
		r := newRun(&settings, make([]Alternative, 2))
		if len(record) >= 8 && record[6]|record[7] != 0 {
			t.Skip("needs much memory")
		}
		if err := r.readRecord(record); err != nil {
			return
		}
		for i := range r.tracks {
			for trial, done := range r.tracks[i].done {
				if done && !bytes.Equal(appendRecord(nil, i, trial, &r.tracks[i].samples[trial]), record) {
					t.Errorf("%x became trial %d of alternative %d: %v", record, trial, i, r.tracks[i].samples[trial])
				}
			}
		}
		if r.readRecord(record) == nil {
			t.Errorf("%x was accepted twice", record)
		}
	})
}
