package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Digest returns the SHA-256 of a file, by which provenance names databases.
func Digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
