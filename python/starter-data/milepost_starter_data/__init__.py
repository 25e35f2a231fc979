"""The starter data of Milepost: files and no code."""
