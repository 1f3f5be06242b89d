// Package digest computes the digests in settings, provenance and journals: SHA-256 as
// 64 lower-case hexadecimal digits.
package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"io"
	"os"
)

// Sum computes the digest of all bytes written to it.
type Sum struct{ hash.Hash }

// New returns an empty Sum.
func New() Sum { return Sum{sha256.New()} }

// String returns the digest of all bytes written so far.
func (s Sum) String() string { return hex.EncodeToString(s.Sum(nil)) }

// File returns the digest of a file's bytes.
func File(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return Reader(f)
}

// Reader returns the digest of the remaining bytes of r.
func Reader(r io.Reader) (string, error) {
	sum := New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return sum.String(), nil
}

// Bytes returns the digest of the bytes.
func Bytes(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// JSON returns the digest of the value's JSON, as [json.Marshal] writes it.
func JSON(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	return Bytes(text), nil
}

// Valid reports whether the text has the form of a digest.
func Valid(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == sha256.Size
}
