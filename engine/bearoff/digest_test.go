package bearoff_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/engine/bearoff/internal/digestfile"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/internal/cachefolder"
	"gammonlab/internal/must"
)

// mustMake makes a small two-sided database.
func mustMake(t *testing.T, path string) {
	t.Helper()
	must.OK(t, generate.TwoSided(context.Background(), path, generate.TwoSidedOptions{Points: 6, Checkers: 3}))
}

// alter changes bytes of a file, which then seems to have been written at the time.
func alter(t *testing.T, path string, at time.Time, change func(data []byte)) {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	change(data)
	must.OK(t, os.WriteFile(path, data, 0o666))
	must.OK(t, os.Chtimes(path, at, at))
}

func reopen(path string) error {
	d, err := bearoff.OpenTwoSided(path)
	if err != nil {
		return err
	}
	return d.Close()
}

func isDamaged(err error) bool {
	var damaged *bearoff.DamagedError
	return errors.As(err, &damaged)
}

// A database is compared with its digest when it is opened, and again when the
// file has changed.
func TestDamageIsFound(t *testing.T) {
	flip := func(data []byte) { data[len(data)-100] ^= 4 }
	zero := func(data []byte) { clear(data[format.HeaderSize:]) }
	for name, change := range map[string]func([]byte){"a flipped bit": flip, "zeros": zero} {
		for _, beside := range []bool{true, false} { // without its file, the MD5 in the manual counts
			path := filepath.Join(t.TempDir(), "ts.bd")
			mustMake(t, path)
			must.OK(t, reopen(path))
			if !beside {
				os.Remove(path + digestfile.Suffix)
			}
			alter(t, path, time.Now().Add(time.Second), change)
			for range 2 {
				if err := reopen(path); !isDamaged(err) {
					t.Errorf("%s, digest beside it %v: %v", name, beside, err)
				}
			}
			if _, err := generate.Verify(t.Context(), path, generate.VerifyOptions{Sample: 1}); err == nil {
				t.Errorf("%s, digest beside it %v: Verify finds nothing", name, beside)
			}
			mustMake(t, path)
			if err := reopen(path); err != nil {
				t.Errorf("%s: made again: %v", name, err)
			}
		}
	}
}

// A checked file is not read again on the same day until it is written; Verify always reads
// it.
func TestDigestIsCheckedOnce(t *testing.T) {
	t.Setenv(cachefolder.Variable, filepath.Join(t.TempDir(), "cache"))
	path := filepath.Join(t.TempDir(), "ts.bd")
	mustMake(t, path)
	os.Remove(path + digestfile.Suffix)
	must.OK(t, reopen(path))
	if _, err := os.Stat(path + digestfile.Suffix); err == nil {
		t.Error("a check writes beside a database that it did not make")
	}
	info := must.Get(os.Stat(path))(t)
	good := must.Get(os.ReadFile(path))(t)
	alter(t, path, info.ModTime(), func(data []byte) { clear(data[format.HeaderSize:]) })
	if err := reopen(path); strings.Contains(digestfile.Stamp(path, info), ", changed ") && !isDamaged(err) {
		t.Errorf("zeros at equal size and time: %v", err)
	}

	// As if bytes changed on the disk.
	sum := fmt.Sprintf("%x", md5.Sum(good))
	bearoff.RecordCheck(path, sum, must.Get(os.Stat(path))(t))
	if err := reopen(path); err != nil {
		t.Errorf("a checked file is read again: %v", err)
	}
	yesterday := time.Now().Add(-25 * time.Hour)
	at := must.Get(bearoff.CheckedPath(path))(t)
	must.OK(t, os.Chtimes(at, yesterday, yesterday))
	if err := reopen(path); !isDamaged(err) {
		t.Errorf("a day after the check: %v", err)
	}
	must.OK(t, os.WriteFile(path+digestfile.Suffix, []byte(digestfile.Text(path, sum, must.Get(os.Stat(path))(t))), 0o666))
	must.OK(t, os.Chtimes(path+digestfile.Suffix, yesterday, yesterday))
	if err := reopen(path); !isDamaged(err) {
		t.Errorf("a day after the database was made: %v", err)
	}
	if _, err := generate.Verify(t.Context(), path, generate.VerifyOptions{Sample: 1}); err == nil {
		t.Error("Verify finds nothing")
	}
}

// A database with an unknown MD5 is opened; one whose MD5 file differs or is
// unreadable is not.
func TestDigestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.bd")
	write := func(path string, data []byte) {
		must.OK(t, os.WriteFile(path, data, 0o666))
	}
	data := bytes.Clone(hypers.File(t, 1))
	data[len(data)-1] ^= 1
	write(path, data)
	open := func() error {
		d, err := bearoff.OpenHyper(path)
		if err == nil {
			err = d.Close()
		}
		return err
	}
	if err := open(); err != nil {
		t.Errorf("without a digest: %v", err)
	}
	write(path+digestfile.Suffix, []byte("A7C5848C841B2A5742F03B1BDAA01990 *h.bd\n"))
	if err := open(); !isDamaged(err) || !strings.Contains(err.Error(), path+digestfile.Suffix) {
		t.Errorf("with another digest: %v", err)
	}
	data[len(data)-1] ^= 1
	write(path, data)
	if err := open(); err != nil {
		t.Errorf("with its digest in capitals: %v", err)
	}
	write(path+digestfile.Suffix, []byte("hello\n"))
	must.Fail(t, open(), `it starts with "hello", want the MD5 of h.bd`, "with a greeting for a digest")
}

// A database in a read-only folder can be opened.
func TestDigestInAReadOnlyFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ts.bd")
	mustMake(t, path)
	os.Remove(path + digestfile.Suffix)
	must.OK(t, os.Chmod(filepath.Dir(path), 0o500))
	defer os.Chmod(filepath.Dir(path), 0o700)
	if err := reopen(path); err != nil {
		t.Error(err)
	}
}

// Every known MD5 is of a header that files can have.
func TestKnownDigests(t *testing.T) {
	for h, sum := range bearoff.KnownDigests {
		if got, err := bearoff.HeaderOf("known", bytes.NewReader(h.Bytes())); err != nil || got != h || len(sum) != 32 {
			t.Errorf("%+v, %s: %+v, %v", h, sum, got, err)
		}
	}
}
