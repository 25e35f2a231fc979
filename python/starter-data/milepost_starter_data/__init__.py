"""The starter data of Milepost: only files, no code."""
