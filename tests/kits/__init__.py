"""What tests share: tables, halls, films and boards, and oracles to hold them against."""
